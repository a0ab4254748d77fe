internal import MediaTime

/// Finds the timescale of a copied track.
enum Timescale {
    /// What one part of a track needs of a timescale.
    struct Demand {
        let segments: [TimeMapping]
        /// The unit of the source's instants, a container's tick or the frame duration of a ``FrameGrid``.
        let tick: RationalTime
        /// One of those instants (asset time).
        let origin: RationalTime
        /// How long a frame of the source usually lasts (asset time); `nil` where that is not known.
        var frame: RationalTime?
    }

    /// The smallest timescale in which every mapped tick of the sources is exact. Where no timescale of 31 bits is, it is
    /// the finest multiple of the source's own up to 1,000,000,000; then every instant is rounded once, by less than a tick.
    ///
    /// In a ramp instants are irrational. Where there is a ramp, the timescale is a multiple, of about a microsecond, of what
    /// everything else needs.
    ///
    /// Where frames are reordered, in the file or by the encoder, no timescale is finer than 30,000,000, and instants may be rounded by
    /// 17 ns: libavformat takes it for damage where a frame is presented 2^28 ticks after it is decoded, and then shows frames in the
    /// order of decoding. Where frames stand still for long, it is as much coarser.
    static func exact(for demands: [Demand], isReordered: Bool = false) -> Int32 {
        let exact = exact(for: demands)
        guard isReordered else { return exact }
        let limit = min(30_000_000, Int32(Double(1 << 28) / min(longestWait(of: demands), 1e6)))
        return exact > limit ? coarser(exact, limit: limit) : exact
    }

    /// How many frames are presented, at most, while one that is decoded already waits for its turn.
    private static let mostReordered = 8
    /// How long a frame is taken to last where that is not known.
    private static let usualFrame = RationalTime(1, 10)

    /// For how long a frame may wait for its turn, at most, in seconds, and at least a second: as many frames as may be reordered last at the
    /// slowest rate, and all that stands still or is shorter than they are.
    private static func longestWait(of demands: [Demand]) -> Double {
        var slowest = 1.0
        var still: [Double] = []
        for demand in demands {
            let window = (demand.frame ?? usualFrame).seconds * Double(mostReordered)
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

    /// The finest timescale within a limit of which a timescale is a multiple, if there is one that is not much coarser.
    private static func coarser(_ timescale: Int32, limit: Int32) -> Int32 {
        let least = 1 + (timescale - 1) / limit
        let divisor = (least..<least * 10).first { timescale % $0 == 0 }
        return divisor.map { timescale / $0 } ?? limit
    }

    private static func exact(for demands: [Demand]) -> Int32 {
        var common: Int128 = 1
        var hasRamps = false
        for demand in demands {
            for segment in demand.segments {
                guard let scales = scales(of: segment, demand) else { return finest(demands[0].tick) }
                for scale in scales {
                    guard let joined = leastCommonMultiple(common, Int128(scale)) else {
                        return finest(demands[0].tick)
                    }
                    common = joined
                }
                if segment.isRamp { hasRamps = true }
            }
        }
        guard let exact = Int32(exactly: common) else { return finest(demands[0].tick) }
        return hasRamps ? exact * max(1, 1_000_000 / exact) : exact
    }

    /// The timescales of a segment's mapped instants; `nil` where they do not fit.
    private static func scales(of segment: TimeMapping, _ demand: Demand) -> [Int64]? {
        // Where it begins and ends must be exact in any case.
        let ends = [segment.target.start.reduced.timescale, segment.target.end.reduced.timescale]
        switch segment.course {
        case .hold, .ramp:
            return ends
        case .constant(let rate), .reverse(let rate):
            // One tick of the source lasts this long in the target; all other instants are multiples of it away from
            // the instant below.
            guard let step = try? rate.targetDuration(of: demand.tick),
                let place = try? segment.targetTime(ofSource: demand.origin)
            else { return nil }
            return [step.reduced.timescale, place.reduced.timescale]
        }
    }

    /// A timescale for whole movies in which each of these is exact, or the finest of them where there is none.
    static func common(of timescales: [Int32]) -> Int32 {
        var common: Int128 = 1
        for timescale in timescales {
            guard let next = leastCommonMultiple(common, Int128(timescale)) else { return timescales.max() ?? 1000 }
            common = next
        }
        return Int32(exactly: common) ?? timescales.max() ?? 1000
    }

    /// A multiple of a timescale in which instants of other timescales are exact; where there is none, one of about a
    /// microsecond.
    static func finer(_ timescale: Int32, for others: [Int64]) -> Int32 {
        var common = Int128(timescale)
        for other in others {
            guard let next = leastCommonMultiple(common, Int128(other)) else {
                return timescale * max(1, 1_000_000 / timescale)
            }
            common = next
        }
        return Int32(exactly: common) ?? timescale
    }

    private static func finest(_ tick: RationalTime) -> Int32 {
        let timescale = tick.reduced.timescale
        return Int32(clamping: timescale * max(1, 1_000_000_000 / timescale))
    }

    /// `nil` where it does not fit a timescale.
    private static func leastCommonMultiple(_ a: Int128, _ b: Int128) -> Int128? {
        var (x, y) = (a, b)
        while y != 0 { (x, y) = (y, x % y) }
        let multiple = a / x * b
        return multiple <= Int128(Int32.max) ? multiple : nil
    }
}
