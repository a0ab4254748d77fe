public import MediaTime

extension Edit {
    /// Whether one of its times is relative to the anchor.
    public var isAnchored: Bool { range.isAnchored }

    /// Whether it holds a frame, and changes no range.
    var isHold: Bool { if case .hold = change { true } else { false } }

    /// The same edit with exact times: frame numbers, times relative to the anchor and open ends are looked up.
    ///
    /// Ends of a range that are relative to the anchor and lie outside of `whole` are moved to its nearest end: a replay may begin with
    /// the first frame. All other times stay as they are written. ``name`` stays, too. An open end is that of `whole`, or the other end where
    /// that lies beyond it: nothing of such a range lies in `whole`.
    ///
    /// - Parameters:
    ///   - whole: All that can be edited (source time).
    ///   - instant: Gives the instant (source time) of a time expression.
    /// - Returns: The edit; `nil` where it is relative to the anchor and lies outside of `whole` altogether, or where its open end is its other
    ///   one.
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
        if isHold {
            // Another frame than the one that is meant is not held.
            if isAnchored, let stated = try range.start.map(instant), stated != start { return nil }
            return edit(start, start)
        }
        let end = try time(range.end, or: whole.end)
        if isAnchored, end <= start { return nil }
        if range.start == nil || range.end == nil, end <= start {
            let stated = range.start == nil ? end : start
            return start == end ? nil : edit(stated, stated)
        }
        guard start <= end else {
            throw CompositionError(.rangeOutside, "the edit \(name) ends before it begins", edits: [name])
        }
        return edit(start, end)
    }

    /// What of the edit is played where only a range is; at the same rates: a ramp begins and ends at the rates that it has there, and what
    /// lasts a duration lasts its share of that.
    ///
    /// - Parameter played: What is played (source time).
    /// - Returns: The edit, cut to that range; `nil` where nothing of it lies there.
    /// - Throws: ``CompositionError``: `.unresolved`; `.timeOverflow`.
    public func part(within played: TimeRange) throws(CompositionError) -> Edit? {
        let span = try span(within: played)
        if span.isEmpty { return played.start <= span.start && span.start <= played.end ? self : nil }
        let common: TimeRange?
        do { common = try span.intersection(played) } catch { throw CompositionError(error) }
        guard let part = common else { return nil }
        if part == span { return self }
        let range = TimeRangeExpression(from: .time(part.start), to: .time(part.end))
        switch change {
        case .ramp:
            return Edit(range, change, written: name, partOf: ramped ?? span)
        case .duration(let duration) where duration > .zero:
            guard let rate = PlaybackRate(source: span.duration, target: duration) else {
                throw CompositionError(TimeOverflow("\(span.duration) ÷ \(duration)"))
            }
            return Edit(range, .rate(rate), written: name)
        case .rate, .reverse, .repetition, .hold, .duration:
            return Edit(range, change, written: written)
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
            throw CompositionError(.unresolved, "the edit \(name) has times that only a clip can tell", edits: [name])
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
