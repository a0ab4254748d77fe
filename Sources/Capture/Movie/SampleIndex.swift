/// Where the samples of one track lie in a file and when they are shown, collected from its fragments.
struct SampleIndex {
    /// Samples that lie one after the other.
    struct Chunk: Hashable {
        /// Bytes from the beginning of the file.
        let offset: UInt64
        let sampleCount: UInt32
    }

    /// Ticks from each sample to the next one.
    private(set) var durations: [UInt32] = []
    /// Ticks from decoding a sample to showing it, which may be negative.
    private(set) var compositionOffsets: [Int32] = []
    private(set) var sizes: [UInt32] = []
    /// The samples at which decoding may begin, counted from 0.
    private(set) var keys: [Int] = []
    private(set) var chunks: [Chunk] = []
    /// The decoding time of the first sample.
    private(set) var firstTime: UInt64?
    /// The decoding time at which the last sample ends.
    private(set) var end: UInt64 = 0

    var count: Int { sizes.count }

    /// A run of samples (14496-12, 8.8.8) that begins at a decoding time; the time may leave a gap after the sample
    /// before, which then lasts longer.
    mutating func append(_ run: [FragmentSample], at time: UInt64, offset: UInt64) {
        guard !run.isEmpty else { return }
        if firstTime == nil { firstTime = time }
        if time > end, let last = durations.indices.last {
            durations[last] = UInt32(clamping: time - end &+ UInt64(durations[last]))
        }
        end = time
        for sample in run {
            if sample.isKey { keys.append(count) }
            durations.append(sample.duration)
            compositionOffsets.append(sample.compositionOffset)
            sizes.append(sample.size)
            end &+= UInt64(sample.duration)
        }
        chunks.append(Chunk(offset: offset, sampleCount: UInt32(run.count)))
    }

    /// Ticks of the whole track.
    var duration: UInt64 { end - (firstTime ?? end) }
}

/// A sample as a fragment describes it.
struct FragmentSample: Hashable {
    var duration: UInt32
    var size: UInt32
    var compositionOffset: Int32
    var isKey: Bool
}
