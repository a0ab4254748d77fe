public import MediaTime

/// An edit as a person writes it. What its times mean, frames and open ends among them, only a clip tells:
/// ``edit(of:_:)``.
///
///     2s..4s@1/4          a range at a rate
///     2s..3s@-1/2         a range backwards
///     1s..2s@1..1/4       a range while the rate changes, evenly in target time
///     1s..2s@1..1/4 smooth
///     2s..4s=8s           a range in a duration
///     3s+1.5s             the frame of an instant, held
public struct EditExpression: Hashable, Sendable {
    /// What happens.
    public enum Change: Hashable, Sendable {
        /// The range is played at a rate.
        case rate(PlaybackRate)
        /// The range is played backwards at a rate.
        case reverse(PlaybackRate)
        /// The range is played while the rate goes from one to the other.
        case ramp(from: PlaybackRate, to: PlaybackRate, RampShape)
        /// The range is played in a duration (target time).
        case duration(RationalTime)
        /// The frame of the instant where the range begins is held for a duration (target time); the range is that
        /// instant.
        case hold(RationalTime)
    }

    /// What is changed (source time).
    public let range: TimeRangeExpression
    /// How.
    public let change: Change

    /// The change of a range.
    public init(_ range: TimeRangeExpression, _ change: Change) {
        self.range = range
        self.change = change
    }

    /// The edit of a clip.
    ///
    /// What is relative to the anchor and reaches beyond the clip ends with the clip: a replay may begin with the first
    /// frame. Everything else is taken as it is written.
    ///
    /// - Parameters:
    ///   - whole: All that there is to edit, on the edits' clock.
    ///   - instant: Where an expression's time lies on that clock.
    /// - Returns: The edit; `nil` where all of it, relative to the anchor, lies beyond the clip.
    /// - Throws: What `instant` throws, and `TimeOverflow`.
    public func edit(of whole: TimeRange, _ instant: (TimeExpression) throws -> RationalTime) throws -> Edit? {
        func place(_ expression: TimeExpression?, or end: RationalTime) throws -> RationalTime {
            guard let expression else { return end }
            let time = try instant(expression)
            guard case .anchor = expression else { return time }
            return min(max(time, whole.start), whole.end)
        }
        let start = try place(range.start, or: whole.start)
        if case .hold(let duration) = change { return .hold(at: start, duration) }
        let stretch = try TimeRange(start: start, end: place(range.end, or: whole.end))
        if stretch.isEmpty, isAnchored { return nil }
        return switch change {
        case .rate(let rate): .rate(stretch, rate)
        case .reverse(let rate): .reverse(stretch, rate)
        case .ramp(let from, let to, let shape): .ramp(stretch, from: from, to: to, shape)
        case .duration(let duration), .hold(let duration): .duration(stretch, duration)
        }
    }

    /// Whether a time of it needs a moment.
    public var isAnchored: Bool { range.isAnchored }
}

extension EditExpression: CustomStringConvertible {
    /// As it can be typed; it reads back as this very edit.
    public var description: String {
        switch change {
        case .rate(let rate): "\(range)@\(rate)"
        case .reverse(let rate): "\(range)@-\(rate)"
        case .ramp(let from, let to, .linear): "\(range)@\(from)..\(to)"
        case .ramp(let from, let to, let shape): "\(range)@\(from)..\(to) \(shape.rawValue)"
        case .duration(let duration): "\(range)=\(duration)"
        case .hold(let duration): "\(range.start.map(\.description) ?? "0s")+\(duration)"
        }
    }
}

extension Edit {
    /// The edit as it can be typed, its times exact.
    public var expression: EditExpression {
        func all(_ range: TimeRange) -> TimeRangeExpression {
            TimeRangeExpression(from: .time(range.start), to: .time(range.end))
        }
        return switch self {
        case .rate(let range, let rate): EditExpression(all(range), .rate(rate))
        case .reverse(let range, let rate): EditExpression(all(range), .reverse(rate))
        case .ramp(let range, let from, let to, let shape):
            EditExpression(all(range), .ramp(from: from, to: to, shape))
        case .duration(let range, let duration): EditExpression(all(range), .duration(duration))
        case .hold(let instant, let duration):
            EditExpression(TimeRangeExpression(from: .time(instant), to: .time(instant)), .hold(duration))
        }
    }
}

extension Edit: CustomStringConvertible {
    /// As it can be typed: `2s..4s@1/4`.
    public var description: String { "\(expression)" }
}
