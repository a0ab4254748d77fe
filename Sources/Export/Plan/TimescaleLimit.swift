internal import MediaTime

/// How fine the timescale of a track may be, in ticks a second: what its samples last must fit the output.
///
/// libavformat's muxer of MP4 and MOV counts how long a sample lasts in 31 bits. It refuses a longer one. Chapters and timecode are
/// samples, too: it leaves out a chapter that is longer, without a word, and a timecode, which is one sample for the whole track, ends
/// the process.
enum TimescaleLimit {
    /// The finest timescale in which a sample lasts less than 2^31 ticks. Its ends may be rounded.
    ///
    /// - Parameter seconds: How long the sample lasts.
    /// - Returns: Ticks a second, at least one.
    static func holding(_ seconds: Double) -> Int32 {
        Int32(max(1, Double(Int32.max - 16) / max(seconds, 1)))
    }

    /// The finest for samples of a track in MP4 and MOV.
    ///
    /// Where frames have no steady rate, any of them may last for as long as the track, and so may texts and pauses between them.
    /// Such tracks need not be finer than the whole of them allows, but it is enough where one lasts half an hour, and of texts
    /// and readings six hours.
    static func holdingSamples(of demands: [Timescale.Demand]) -> Int32 {
        let known = holding(longestWait(of: demands))
        guard let enough = demands.compactMap(\.pace.enough).min() else { return known }
        return min(known, max(enough, holdingAll(of: demands)))
    }

    /// The finest for a timecode, which lasts as long as its track: from what is hidden before the in point to what is behind the out
    /// point.
    static func holdingAll(of demands: [Timescale.Demand]) -> Int32 {
        whole(of: demands).map(holding) ?? .max
    }

    /// How long all of a track lasts, at most, in seconds; `nil` where it has no parts.
    private static func whole(of demands: [Timescale.Demand]) -> Double? {
        guard let first = demands.first, let start = first.segments.first, let end = demands.last?.segments.last
        else { return nil }
        let lead = first.lead.seconds / (start.curve?.ends.0.approximation ?? 1)
        return end.target.end.seconds - start.target.start.seconds + lead + longestWait(of: demands)
    }

    /// The finest in which frames that are reordered, in the file or by the encoder, are shown in their order: libavformat takes it for
    /// damage where a frame is presented 2^28 ticks after it is decoded, and then shows frames in the order of decoding.
    ///
    /// Where frames have no steady rate, one that others wait for may last as long as the track, or as is enough: four minutes.
    static func ordering(_ demands: [Timescale.Demand]) -> Int32 {
        func limit(_ wait: Double) -> Int32 { min(30_000_000, Int32(Double(1 << 28) / min(max(wait, 1), 1e6))) }
        let known = limit(longestWait(of: demands))
        guard let enough = demands.compactMap(\.pace.enough).min(), let whole = whole(of: demands) else { return known }
        return min(known, max(enough, limit(whole)))
    }

    /// How many frames are presented, at most, while one that is decoded already waits for its turn.
    private static let mostReordered = 8

    /// For how long a frame may wait for its turn, at most, in seconds, and at least a second: as many frames as may be reordered last at the
    /// slowest rate, and all that stands still or is shorter than they are. No frame lasts longer itself.
    private static func longestWait(of demands: [Timescale.Demand]) -> Double {
        var slowest = 1.0
        var still: [Double] = []
        for demand in demands {
            let window = (demand.frame ?? Timescale.usualFrame).seconds * Double(mostReordered)
            for segment in demand.segments {
                guard let curve = segment.curve, segment.source.duration.seconds > window else {
                    still.append(segment.target.duration.seconds)
                    continue
                }
                slowest = max(slowest, window / min(curve.ends.0.approximation, curve.ends.1.approximation))
            }
        }
        return slowest + still.sorted().suffix(mostReordered).reduce(0, +)
    }
}

extension Timescale.Demand.Pace {
    /// How fine a timescale is enough, in ticks a second, where samples may last long; `nil` where they do not.
    fileprivate var enough: Int32? {
        switch self {
        case .steady: nil
        case .uneven: 1_000_000
        case .sparse: 100_000
        }
    }
}
