/// Adds overlapping frames, a hop apart. The samples that no later frame overlaps are done.
struct FrameSum {
    private let hop: Int
    private var channels: [[Float]]
    /// The index of the first sample that is not done. The next frame is added from there on.
    private(set) var start: Int64

    /// A sum of frames of `size` samples; the first begins at `start`.
    init(channelCount: Int, size: Int, hop: Int, from start: Int64) {
        self.hop = hop
        self.start = start
        channels = Array(repeating: Array(repeating: 0, count: size), count: channelCount)
    }

    /// Adds the frame of which these are the spectra; without spectra, a silent one. Returns the hop that is then done.
    mutating func add(_ spectra: PairedSpectra?, by transform: FrameTransform) -> [[Float]] {
        if let spectra { transform.add(spectra, to: &channels) }
        let done = channels.map { Array($0[..<hop]) }
        for channel in channels.indices { channels[channel].shift(by: hop) }
        start += Int64(hop)
        return done
    }
}
