public import MediaTime

extension Edit {
    /// Whether one of its times is relative to the anchor.
    public var isAnchored: Bool { range.isAnchored }

    /// Whether it holds a frame, and changes no range.
    var isHold: Bool { if case .hold = change { true } else { false } }

    /// The same edit with exact times: frame numbers, times relative to the anchor and open ends are looked up.
    ///
    /// Times relative to the anchor that lie outside of `whole` are moved to its nearest end: a replay may begin with the
    /// first frame. All other times stay as they are written. ``name`` stays, too.
    ///
    /// - Parameters:
    ///   - whole: All that can be edited (source time).
    ///   - instant: Gives the instant (source time) of a time expression.
    /// - Returns: The edit; `nil` where it is relative to the anchor and lies outside of `whole` altogether.
    /// - Throws: What `instant` throws, `TimeOverflow`, and ``CompositionError`` where it ends before it begins.
    public func resolved(
        within whole: TimeRange,
        _ instant: (TimeExpression) throws -> RationalTime
    ) throws -> Edit? {
        func time(_ expression: TimeExpression?, or end: RationalTime) throws -> RationalTime {
            guard let expression else { return end }
            let time = try instant(expression)
            guard case .anchor = expression else { return time }
            return min(max(time, whole.start), whole.end)
        }
        let start = try time(range.start, or: whole.start)
        func edit(_ start: RationalTime, _ end: RationalTime) -> Edit {
            Edit(TimeRangeExpression(from: .time(start), to: .time(end)), change, written: name)
        }
        if isHold { return edit(start, start) }
        let end = try time(range.end, or: whole.end)
        if isAnchored, end <= start { return nil }
        guard start <= end else {
            throw CompositionError(.rangeOutside, "the edit \(name) ends before it begins")
        }
        return edit(start, end)
    }

    /// The same edit up to an instant (source time), where it begins before that and goes on after it.
    ///
    /// - Parameter end: Where what can be edited ends.
    /// - Returns: `nil` where it stays as it is: also for ramps and durations, which would change at other rates.
    public func ending(by end: RationalTime) -> Edit? {
        switch (change, range.start, range.end) {
        case (.rate, .time(let from), .time(let to)) where from < end && end < to,
            (.reverse, .time(let from), .time(let to)) where from < end && end < to,
            (.repetition, .time(let from), .time(let to)) where from < end && end < to:
            Edit(TimeRangeExpression(from: .time(from), to: .time(end)), change, written: written)
        default: nil
        }
    }

    /// The range that it changes (source time); for a hold the empty range at its instant.
    ///
    /// - Parameter whole: All that can be edited (source time); it gives the open ends.
    /// - Returns: The range, half-open; it may reach beyond `whole`.
    /// - Throws: ``CompositionError``: `.unresolved` where a time is a frame number or relative to the anchor;
    ///   `.timeOverflow`.
    public func span(within whole: TimeRange) throws(CompositionError) -> TimeRange {
        let start = try exact(range.start) ?? whole.start
        if isHold { return .instant(start) }
        let end = try exact(range.end) ?? whole.end
        do { return try TimeRange(start: start, end: end) } catch { throw CompositionError(error) }
    }

    private func exact(_ expression: TimeExpression?) throws(CompositionError) -> RationalTime? {
        switch expression {
        case nil: return nil
        case .time(let time): return time
        case .frame, .anchor:
            throw CompositionError(.unresolved, "the edit \(name) has times that only a clip can tell")
        }
    }
}

extension Edit: CustomStringConvertible {
    /// As it can be typed: `2s..4s@1/4`. The text reads back as this very edit.
    public var description: String {
        switch change {
        case .rate(let rate): "\(range)@\(rate)"
        case .reverse(let rate): "\(range)@-\(rate)"
        case .ramp(let from, let to, .linear): "\(range)@\(from)..\(to)"
        case .ramp(let from, let to, let shape): "\(range)@\(from)..\(to) \(shape.rawValue)"
        case .duration(let duration): "\(range)=\(duration)"
        case .repetition(let times, false): "\(range)*\(times)"
        case .repetition(let times, true): "\(range)*\(times) boomerang"
        case .hold(let duration): "\(range.start.map(\.description) ?? "0s")+\(duration)"
        }
    }
}
