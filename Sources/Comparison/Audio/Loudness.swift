internal import FFmpeg

/// Integrated loudness after EBU R 128 (ITU-R BS.1770), by libavfilter's `ebur128`.
enum Loudness {
    /// The absolute gate of the standard, in LUFS: audio below it has no loudness.
    private static let gate = -70.0

    /// In LUFS; `nil` for silence, and for audio shorter than 400 ms, because the standard measures blocks of that length.
    static func integrated(of audio: AudioSamples) throws -> Double? {
        var chain = FilterChain("ebur128=metadata=1:framelog=verbose", timeBase: TimeBase(1, Int32(audio.sampleRate)))
        var last: Double?
        func note(_ frame: borrowing Frame) {
            guard let text = frame.metadata.first(where: { $0.key == "lavfi.r128.I" })?.value else { return }
            last = Double(text)
        }
        try audio.forEachFrame(of: AudioSamples.blockLength) { try chain.filter($0, note) }
        try chain.finish(note)
        return last.flatMap { $0 > gate ? $0 : nil }
    }

    /// The gains, in decibels, that bring several renderings to the loudness of the softest one. No gain is above 0, so
    /// nothing clips. A rendering without a loudness gets 0.
    static func matchingGains(_ loudness: [Double?]) -> [Double] {
        guard let softest = loudness.compactMap({ $0 }).min() else { return loudness.map { _ in 0 } }
        return loudness.map { $0.map { softest - $0 } ?? 0 }
    }
}
