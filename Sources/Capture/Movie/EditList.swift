internal import MediaTime

/// Which part of a track is shown from when (ISO/IEC 14496-12, 8.6.6): what lies before the movie's start is hidden, and
/// a track that begins later is preceded by nothing.
struct EditList {
    /// Nothing, for so many ticks of the movie.
    private let delay: UInt64
    /// Where in the media the track begins to be shown, in its own ticks.
    private let mediaTime: Int64
    /// How long it is shown, in ticks of the movie.
    private let shown: UInt64

    /// From the movie's start to the end of the track, in ticks of the movie.
    var duration: UInt64 { delay + shown }

    /// The edits that have a track begin at an instant of its samples' time.
    init(_ index: SampleIndex, timescale: UInt32, start: RationalTime, movieTimescale: UInt32) {
        let base = Int64(index.firstTime ?? 0)
        let (first, end) = Self.presented(index)
        let begin = Self.ticks(start, timescale) - base
        mediaTime = max(begin, first)
        func inMovie(_ ticks: Int64) -> UInt64 {
            let scaled = Int128(max(0, ticks)) * Int128(movieTimescale)
            return UInt64((scaled + Int128(timescale) / 2) / Int128(timescale))
        }
        delay = inMovie(first - begin)
        shown = inMovie(end - max(begin, first))
    }

    /// When the first sample is shown and the last one ends, in ticks from the first sample's decoding time.
    private static func presented(_ index: SampleIndex) -> (first: Int64, end: Int64) {
        var time: Int64 = 0
        var first = Int64.max
        var end: Int64 = 0
        for (duration, offset) in zip(index.durations, index.compositionOffsets) {
            first = min(first, time + Int64(offset))
            end = max(end, time + Int64(offset) + Int64(duration))
            time += Int64(duration)
        }
        return (min(first, end), end)
    }

    private static func ticks(_ time: RationalTime, _ timescale: UInt32) -> Int64 {
        let (scaled, unit) = (Int128(time.value) * Int128(timescale), Int128(time.timescale))
        return Int64(clamping: (2 * scaled + unit) / (2 * unit))
    }

    /// Writes nothing where the whole track is shown from the start.
    func write(into writer: inout BoxWriter) {
        guard delay > 0 || mediaTime != 0 else { return }
        writer.box("edts") { writer in
            writer.fullBox("elst", version: 1) { writer in
                writer.unsigned(delay > 0 ? 2 : 1, bytes: 4)
                if delay > 0 { Self.write(duration: delay, mediaTime: -1, into: &writer) }
                Self.write(duration: shown, mediaTime: mediaTime, into: &writer)
            }
        }
    }

    private static func write(duration: UInt64, mediaTime: Int64, into writer: inout BoxWriter) {
        writer.unsigned(duration, bytes: 8)
        writer.signed(mediaTime, bytes: 8)
        // At the usual speed.
        writer.unsigned(1 << 16, bytes: 4)
    }
}
