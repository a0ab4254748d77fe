internal import MediaTime

/// Which bound of a half-open range an instant of the source is. What begins at an instant is shown by a hold of that instant, and what ends
/// there no longer is.
enum RangeBound {
    case start, end
}

extension [TimeMapping] {
    /// The target instant of a bound, by segments that follow one another in both times: when what begins there is shown first, or what ends
    /// there was shown last. Before the first segment and after the last, it is mapped at those segments' rates.
    ///
    /// - Returns: The target instant where a segment begins or ends there, and else the segment that plays the source instant; `nil` without
    ///   segments.
    /// - Complexity: O(log n) in the number of segments.
    func target(of instant: RationalTime, as bound: RangeBound) -> Target? {
        guard !isEmpty else { return nil }
        let place = place(of: instant, as: bound)
        let segment = self[place]
        switch bound {
        // Where it is taken out, too.
        case .start where place > 0 && instant <= segment.source.start: return .edge(segment.target.start)
        case .end where place > 0 && instant <= segment.source.start: return .edge(self[place - 1].target.end)
        case .end where instant == segment.source.end && segment.course != .hold: return .edge(segment.target.end)
        case .start, .end: return .within(segment)
        }
    }

    /// What a bound is that was rounded to a clock of its own: the instant of the nearest hold, where that lies within half a tick, and half a
    /// millisecond, and else as it is stated. Texts and chapters are mostly stored in milliseconds, and what begins or ends with a frame does so
    /// beside it. A coarser clock says nothing of which frame that is.
    ///
    /// - Complexity: O(n) in the number of segments.
    func unrounded(_ bound: RationalTime, tick: RationalTime) -> RationalTime {
        // Twice the distance, so that nothing is halved.
        var reach = Swift.min(tick, RationalTime(1, 1000))
        var nearest = bound
        for segment in self where segment.course == .hold {
            let instant = segment.source.start
            guard let distance = try? Swift.max(instant, bound) - Swift.min(instant, bound),
                let doubled = try? distance + distance, doubled <= reach
            else { continue }
            (nearest, reach) = (instant, doubled)
        }
        return nearest
    }

    /// What the bounds of a range are that were rounded; both as they are stated where it would be empty else.
    func unrounded(_ range: TimeRange, tick: RationalTime) -> TimeRange {
        let (start, end) = (unrounded(range.start, tick: tick), unrounded(range.end, tick: tick))
        return start < end ? (try? TimeRange(start: start, end: end)) ?? range : range
    }

    /// Where a bound is played.
    enum Target {
        case edge(RationalTime)
        case within(TimeMapping)
    }

    /// The segment that shows first what begins at an instant, or last what ends there; or the one next to it.
    ///
    /// - Complexity: O(log n) in the number of segments.
    func place(of instant: RationalTime, as bound: RangeBound) -> Int {
        var (low, high) = (0, Swift.max(0, count - 1))
        while low < high {
            let middle = (low + high) / 2
            if self[middle].isOver(before: instant, as: bound) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TimeMapping {
    /// Whether all that is played lies before an instant, the bound of a range. A hold plays its instant.
    func isOver(before instant: RationalTime, as bound: RangeBound) -> Bool {
        switch bound {
        case .start where course != .hold: source.end <= instant
        case .start, .end: source.end < instant
        }
    }

    /// Whether any of a range of the source is played; of an empty one, its instant.
    func plays(from start: RationalTime, to end: RationalTime) -> Bool {
        guard start < end else { return course == .hold ? source.start == start : source.contains(start) }
        return course == .hold
            ? start <= source.start && source.start < end : source.start < end && start < source.end
    }
}
