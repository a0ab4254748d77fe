/// Instants of frames that come faster than their container counts, so that several share a timestamp: each follows the one before it by the
/// duration of a frame, as long as its timestamp agrees to a tick. Where it does not, as behind lost frames, they are counted from there on.
struct SpacedInstants {
    /// So many parts of a tick are told apart.
    static let parts: Int64 = 1000

    /// The duration of a frame is `step` ÷ `divisor` parts of a tick.
    private let step: Int64
    private let divisor: Int64
    /// In parts of a tick, and how many frames ago that was.
    private var anchor: Int64?
    private var frames: Int64 = 0
    private var last = Int64.min

    /// For frames at a rate, with timestamps of a unit; `nil` where that cannot be counted.
    init?(rate: TimeBase, unit: TimeBase) {
        guard rate.numerator > 0, rate.denominator > 0, unit.numerator > 0, unit.denominator > 0 else { return nil }
        let (ticks, isTooMany) = (Int64(unit.denominator) * Int64(rate.denominator))
            .multipliedReportingOverflow(by: Self.parts)
        guard !isTooMany else { return nil }
        step = ticks
        divisor = Int64(unit.numerator) * Int64(rate.numerator)
    }

    /// A frame's duration in parts of a tick, to the nearest, and one at least.
    var duration: Int64 { max(1, (step + divisor / 2) / divisor) }

    /// The instant of the next frame in the order of presentation, in parts of a tick; `timestamp` in ticks. Later than the one before it.
    mutating func next(_ timestamp: Int64) -> Int64 {
        let stated = timestamp &* Self.parts
        frames += 1
        if let anchor {
            let instant = anchor &+ (frames &* step &+ divisor / 2) / divisor
            // Whole durations are left behind, so that no number grows without end.
            if frames == divisor {
                self.anchor = anchor &+ step
                frames = 0
            }
            if (instant &- stated).magnitude <= Self.parts.magnitude, instant > last {
                last = instant
                return instant
            }
        }
        let instant = last < stated ? stated : last &+ 1
        (anchor, frames, last) = (instant, 0, instant)
        return instant
    }

    /// Forgets all frames, because reading goes on elsewhere.
    mutating func reset() {
        anchor = nil
        last = .min
    }
}

extension SpacedInstants {
    /// The rate of frames whose timestamps, in the order of presentation and in ticks, are fewer than they are; `nil` where they are not, or
    /// all the same. It is the stated one, or else one in use, that explains each of them to a tick; else their mean.
    static func rate(of timestamps: [Int64], unit: TimeBase, stated: TimeBase?) -> TimeBase? {
        guard let first = timestamps.first, let last = timestamps.last, timestamps.count >= leastFrames else {
            return nil
        }
        let (span, intervals) = (last - first, Int64(timestamps.count - 1))
        guard span > 0, span < intervals else { return nil }
        let ticksASecond = Double(unit.denominator) / Double(unit.numerator)
        /// By how much timestamps are early or late, from the earliest to the latest, in ticks.
        func spread(_ rate: TimeBase) -> Double {
            let step = ticksASecond * Double(rate.denominator) / Double(rate.numerator)
            let errors = timestamps.enumerated().map { Double($1 - first) - Double($0) * step }
            return (errors.max() ?? 0) - (errors.min() ?? 0)
        }
        if let stated, spread(stated) <= tolerance { return stated }
        let known = inUse.map { TimeBase($0, 1) }.map { ($0, spread($0)) }.filter { $0.1 <= tolerance }
        if let best = known.min(by: { $0.1 < $1.1 }) { return best.0 }
        let (numerator, isTooMuch) = intervals.multipliedReportingOverflow(by: Int64(unit.denominator))
        guard !isTooMuch, let rate = Int32(exactly: numerator),
            let length = Int32(exactly: span * Int64(unit.numerator))
        else { return nil }
        return TimeBase(rate, length)
    }

    /// Fewer say too little of a rate.
    static let leastFrames = 8
    /// In ticks: that of rounding, and of the computation here.
    private static let tolerance = 1.000_001
    /// Frames a second of cameras that are faster than milliseconds.
    private static let inUse: [Int32] = [
        1200, 1440, 1500, 1600, 1920, 2000, 2400, 2500, 3000, 3200, 3600, 4000, 4800, 5000, 6000, 6400, 7200, 8000,
        9600,
        10_000, 12_000, 12_500, 15_000, 16_000, 20_000, 24_000, 25_000, 30_000, 40_000, 48_000, 50_000, 100_000,
    ]
}
