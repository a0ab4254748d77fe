internal import FFmpeg

/// Where the frames of an audio track begin, where its file says so more coarsely than to a sample: Matroska and FLV round to a millisecond.
/// Frames of one length that follow one another begin at multiples of it behind the end of the first frame. So a range in the midst of such
/// frames begins with the same sample, wherever decoding begins.
struct FrameLattice: Hashable, Sendable {
    /// Where the second frame begins, in samples from asset time zero.
    let origin: Int64
    /// How many samples a stored timestamp may be off: a tick, because some writers round down, and one more.
    private let tick: Int64
    /// Whether several frames may share a stored timestamp. Then libavformat adds a rounded duration for each, and the last is several
    /// ticks off.
    private let areLaced: Bool

    /// - Parameters:
    ///   - origin: Where the second frame begins, in samples.
    ///   - samplesPerTick: How coarse timestamps are.
    ///   - areLaced: Whether several frames may share one, as in Matroska.
    init(origin: Int64, samplesPerTick: Double, areLaced: Bool = false) {
        self.origin = origin
        self.areLaced = areLaced
        tick = Int64(samplesPerTick.rounded(.up)) + 1
    }

    /// Samples in a tick of a track's timestamps; `nil` where they say exactly where frames begin, or frames are of several lengths.
    static func samplesPerTick(_ stream: StreamInfo) -> Double? {
        let timeBase = stream.timeBase
        let count = Double(stream.parameters.sampleRate) * Double(timeBase.numerator) / Double(timeBase.denominator)
        return count > 1 && stream.parameters.codecName != "vorbis" ? count : nil
    }

    /// Where a frame begins that is as long as those around it.
    ///
    /// - Parameters:
    ///   - stated: Where its timestamp says so.
    ///   - length: Its samples.
    /// - Returns: `nil` where the timestamp is farther from any such place than it may be off, and where they are too close together.
    func start(near stated: Int64, length: Int) -> Int64? {
        let length = Int64(length)
        let tolerance = areLaced ? max(tick, min(4 * tick, length / 5)) : tick
        guard length > 4 * tolerance else { return nil }
        let (distance, overflows) = stated.subtractingReportingOverflow(origin)
        guard !overflows, distance.magnitude < Self.farthest else { return nil }
        let start = origin + Int64((Double(distance) / Double(length)).rounded()) * length
        return (start - stated).magnitude <= UInt64(tolerance) ? start : nil
    }

    /// So many samples are centuries.
    private static let farthest: UInt64 = 1 << 50
}
