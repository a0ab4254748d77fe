internal import MediaTime

/// What the times between frames in a row are, where they are whole multiples of one.
///
/// Two things make such times. A camera of which many frames are missing: nearly all times are whole multiples of its interval, and many
/// are that interval itself. And stamps that say less than when a frame was taken: those of a coarse clock are multiples of its steps, and
/// frames that are handled two or three at a time come one soon after the other. Times alone do not tell one from the other; the rate that
/// was granted does, and that at which frames came evenly before: where the one time is its interval, frames are missing. Any other one
/// says nothing of losses.
enum FrameBeat {
    /// Frames are missing; those that came are so far apart, as a part of the interval that the camera granted. A camera that has become
    /// slower leaves longer times, too, but hardly any of the old ones among them.
    case losses(interval: Double)
    /// Stamps come in steps, without a trace of what the camera's interval is.
    case steps

    /// Of fewer times nothing is known.
    private static let fewest = 15
    /// A time fits where it differs from a whole multiple by no more than this, in intervals.
    private static let tolerance = 0.2
    /// At least so many of the times fit.
    private static let fitting = 7.0 / 8
    /// More of the times than this are a single interval, in either half.
    private static let single = 1.0 / 3
    /// So many of the times are longer, at least: fewer hide nothing from who looks at frames without a gap between them.
    private static let longer = 1.0 / 32
    /// Of frames that are handled a few at a time, so many of the times are longer, at least.
    private static let grouped = 1.0 / 8
    /// Rates that differ by less are the same: that of all frames, and what a camera makes of the one that it granted.
    private static let sameRate = 0.002
    static let granted = 0.02
    /// What some frames that are missing change in the time from frame to frame, in intervals.
    private static let pairs = 0.05
    /// A clock is coarse whose steps are as long, in intervals.
    private static let coarse = 0.2
    /// Times differ by no more than this from multiples of the step of a clock, in steps.
    private static let sameStep = 0.002

    /// The beat of frames in a row; `nil` where there is no such time.
    ///
    /// - Parameters:
    ///   - ticks: the frames.
    ///   - even: the camera's interval when frames came evenly, as a part of the one that it granted; `nil` where they never did.
    init?(_ ticks: ArraySlice<FrameTick>, even: Double?) {
        // Where frames are missing by their numbers as well, a time says little.
        let times = zip(ticks.dropFirst(), ticks).filter { $0.index == $1.index + 1 }.map { $0.position - $1.position }
        guard times.count >= Self.fewest else { return nil }
        let low = times.sorted()[times.count / 4]
        let singles = times.filter { abs($0 - low) < Self.tolerance * low }
        guard low > 0, !singles.isEmpty else { return nil }
        let unit = singles.reduce(0, +) / Double(singles.count)
        let multiples = times.map { Self.multiple($0 / unit) }
        let counts = multiples.compactMap(\.self)
        let all = times.reduce(0, +) / Double(times.count)
        let fit = zip(times, multiples).filter { $1 != nil }.reduce(0) { $0 + $1.0 } / counts.reduce(0, +)
        let isGranted = abs(fit - 1) <= Self.granted
        let isInterval = isGranted || even.map { abs(fit - $0) <= Self.sameRate * $0 } ?? false
        let hasStep = counts.contains { $0 > 1 } && Self.areSteps(times, multiples, unit)
        if hasStep && !isInterval || Self.areOfMilliseconds(ticks) {
            self = .steps
            return
        }
        let longer = Double(counts.count { $0 > 1 })
        guard Double(counts.count) >= Self.fitting * Double(times.count), Self.areMany(multiples),
            longer >= (isInterval ? Self.longer : Self.grouped) * Double(times.count)
        else { return nil }
        guard isInterval, !Self.arePairs(multiples, all) else {
            self = .steps
            return
        }
        // The times add up to that of all frames, so that an end that is late counts once.
        let isWhole = abs(all - 1) <= Self.sameRate + 1 / Double(times.count)
        self = .losses(interval: isWhole ? 1 : fit)
    }

    /// Whether all are multiples as exactly as those of a clock's step are.
    private static func areSteps(_ times: [Double], _ multiples: [Double?], _ unit: Double) -> Bool {
        zip(times, multiples).allSatisfy { abs($0 / unit - ($1 ?? 0)) <= sameStep }
    }

    /// Whether all stamps are whole milliseconds apart, whose steps are no small part of an interval: no camera is as even, but a clock is.
    private static func areOfMilliseconds(_ ticks: ArraySlice<FrameTick>) -> Bool {
        guard let first = ticks.first, let last = ticks.last,
            let span = try? last.frame.timestamp - first.frame.timestamp, last.position > first.position
        else { return false }
        var step: Int64 = 0
        for tick in ticks {
            guard let time = try? tick.frame.timestamp - first.frame.timestamp else { return false }
            let count = Int128(time.value) * 1000
            guard count % Int128(time.timescale) == 0 else { return false }
            var (a, b) = (step, Int64(clamping: count / Int128(time.timescale)))
            while b != 0 { (a, b) = (b, a % b) }
            step = a
        }
        let intervals = Double(step) / 1000 / (span.seconds / (last.position - first.position))
        // The interval itself may be whole milliseconds: then they say nothing of the clock.
        let isInterval = intervals > 0.5 && abs(intervals - intervals.rounded()) <= sameRate
        return intervals >= coarse && !isInterval
    }

    /// Whether many are single in either half.
    private static func areMany(_ multiples: [Double?]) -> Bool {
        let half = multiples.count / 2
        return [multiples[..<half], multiples[half...]].allSatisfy { part in
            Double(part.count { $0 == 1 }) > single * Double(part.count)
        }
    }

    /// Whether a short time and a long one come by turns, and are whole intervals together: pairs of frames at a lower rate.
    private static func arePairs(_ multiples: [Double?], _ all: Double) -> Bool {
        let turns = zip(zip(multiples.dropFirst(2), multiples.dropFirst()), multiples).count {
            $0.0 == $1 && $0.1 != $1
        }
        return Double(turns) >= fitting * Double(multiples.count - 2)
            && abs(all - all.rounded()) <= pairs
    }

    /// The whole number that a time is near to; `nil` for none.
    private static func multiple(_ time: Double) -> Double? {
        let nearest = time.rounded()
        return nearest >= 1 && abs(time - nearest) <= tolerance ? nearest : nil
    }
}
