internal import MediaTime

/// Chooses frames while all frames of a track go by, in the order in which they are shown.
///
/// An instant shows the latest frame whose timestamp is at or before it. One that lies at most a microsecond before a
/// timestamp stands for it: timestamps are mostly no decimal fractions, and people type those.
struct StillChooser {
    private static let precision = RationalTime(1, 1_000_000)

    private(set) var stills: [Still] = []
    /// An instant that was asked for, and comes before the first frame.
    private(set) var early: RationalTime?
    /// A number that was asked for, and is that of a frame which is never shown.
    private(set) var hidden: Int64?
    private var rule: Rule
    private var keyFrame = RationalTime.zero

    private enum Rule {
        /// What is still to come, in ascending order.
        case each(instants: ArraySlice<RationalTime>, numbers: ArraySlice<Int64>)
        /// The next instant; `nil` until the frame with which the range begins has come.
        case interval(RationalTime, next: RationalTime?, Bounds)
        /// The number of the range's first frame, when it has come.
        case frames(Int64, first: Int64?, Bounds)
    }

    /// The range that is chosen from.
    private struct Bounds {
        var start: TimeExpression
        var end: TimeExpression?

        init(_ range: TimeRangeExpression?) {
            start = range?.start ?? .frame(0)
            end = range?.end
        }

        /// Whether a frame is shown at the start or later.
        func includes(_ number: Int64, endingAt reach: RationalTime) -> Bool {
            switch start {
            case .time(let time): time < reach
            case .frame(let first): number >= first
            case .anchor: false
            }
        }

        /// Whether a frame comes at the end or later. `limit` is so long after its start as makes no difference.
        func isOver(_ number: Int64, before limit: RationalTime) -> Bool {
            switch end {
            case .time(let end): limit > end
            case .frame(let end): number >= end
            case .anchor, nil: false
            }
        }
    }

    /// The choice of frames at instants, or with numbers.
    init(each times: [TimeExpression]) {
        var (instants, numbers): ([RationalTime], [Int64]) = ([], [])
        for time in times {
            switch time {
            case .time(let instant): instants.append(instant)
            case .frame(let number): numbers.append(number)
            case .anchor: break
            }
        }
        rule = .each(instants: instants.sorted()[...], numbers: numbers.sorted()[...])
    }

    /// The choice of a frame at every interval, from an instant on.
    init(every interval: TimeExpression, in range: TimeRangeExpression?) {
        let bounds = Bounds(range)
        switch interval {
        case .frame(let count): rule = .frames(count, first: nil, bounds)
        case .time(let interval), .anchor(let interval):
            if case .time(let start) = bounds.start {
                rule = .interval(interval, next: start, bounds)
            } else {
                rule = .interval(interval, next: nil, bounds)
            }
        }
    }

    /// What was asked for, and did not come: instants, and numbers.
    var rest: (instant: RationalTime?, number: Int64?) {
        if case .each(let instants, let numbers) = rule { (instants.last, numbers.last) } else { (nil, nil) }
    }

    /// Takes the next frame, which is presented at an instant, and chosen from `start` until `end` (``PresentationOrder/Frame/choice``).
    /// Nothing comes after the last one, so it is shown up to its very end.
    mutating func add(
        _ number: Int64,
        presentedAt instant: RationalTime,
        from start: RationalTime,
        until end: RationalTime,
        isLast: Bool,
        isKey: Bool
    ) throws(TimeOverflow) {
        if isKey || number == 0 { keyFrame = instant }
        let reach = try isLast ? max(end, start + Self.precision) : end - Self.precision
        if try isChosen(number, from: start, until: reach) {
            stills.append(Still(number: number, instant: instant, keyFrame: keyFrame))
        }
    }

    private mutating func isChosen(
        _ number: Int64,
        from start: RationalTime,
        until reach: RationalTime
    ) throws(TimeOverflow) -> Bool {
        let (begin, limit) = try (start - Self.precision, start + Self.precision)
        switch rule {
        case .each(var instants, var numbers):
            if number == 0 { early = instants.first.flatMap { $0 >= begin ? nil : $0 } }
            let shown = instants.prefix { $0 < reach }
            let isShown = shown.last.map { $0 >= begin } ?? false
            instants = instants.dropFirst(shown.count)
            let numbered = numbers.prefix { $0 <= number }
            if let first = numbered.first, first < number { hidden = first }
            numbers = numbers.dropFirst(numbered.count)
            rule = .each(instants: instants, numbers: numbers)
            return isShown || numbered.last == number
        case .interval(let interval, let next, let bounds):
            guard bounds.includes(number, endingAt: reach), var next = next ?? (start as RationalTime?) else {
                return false
            }
            var isShown = false
            if next < reach {
                // The last instant before the frame's end.
                let steps = Self.steps(of: interval, below: try reach - next)
                next = try next + interval.scaled(by: steps, over: 1)
                let last = try next - interval
                isShown = last >= begin && !bounds.isOver(number, before: limit)
                if isShown, case .time(let end) = bounds.end {
                    // Of the instants in the frame, one has to lie in the range.
                    isShown = try first(of: interval, endingAt: last, after: begin) < end
                }
            }
            rule = .interval(interval, next: next, bounds)
            return isShown
        case .frames(let count, let first, let bounds):
            guard bounds.includes(number, endingAt: reach), !bounds.isOver(number, before: limit) else { return false }
            let origin = first ?? number
            rule = .frames(count, first: origin, bounds)
            return (number - origin) % count == 0
        }
    }

    /// The first of the instants `last`, `last` − `interval`, … that is after another one.
    private func first(
        of interval: RationalTime,
        endingAt last: RationalTime,
        after begin: RationalTime
    ) throws(TimeOverflow) -> RationalTime {
        let steps = Self.steps(of: interval, below: try last - begin) - 1
        return try last - interval.scaled(by: max(0, steps), over: 1)
    }

    /// The least number of intervals that together are at least as long as a duration.
    private static func steps(of interval: RationalTime, below duration: RationalTime) -> Int64 {
        let a = Int128(duration.value) * Int128(interval.timescale)
        let b = Int128(interval.value) * Int128(duration.timescale)
        return Int64(clamping: (a + b - 1) / b)
    }
}
