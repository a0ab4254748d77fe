public import MediaTime

/// One change of how time passes, in source time: the composition's time before any of its edits.
///
/// People write an edit as text (``init(parsing:)``), a program makes it from exact times (``rate(_:_:)`` and the other
/// functions), and ``Composition/apply(_:from:)`` turns it into maps from source to target time. A list of edits has the
/// same effect in any order.
///
///     2s..4s@1/4             a range at a rate
///     2s..3s@-1/2            a range backwards
///     1s..2s@1..1/4          a range while the rate changes, evenly in target time
///     1s..2s@1..1/4 smooth
///     2s..4s=8s              a range in a duration
///     3s+1.5s                the frame of an instant, held
///     2s..4s*3               a range three times, with all edits in it
///     2s..4s*3 boomerang     a range there and back, three times
///
/// Two edits are equal that do the same to the same range, however they were written.
public struct Edit: Sendable {
    /// What happens to the range.
    public enum Change: Hashable, Sendable {
        /// The range is played at a rate.
        ///
        ///     before   |---- A ----|== 2 s ==|---- B ----|
        ///     after    |---- A ----|======= 4 s =======|---- B ----|        at 1/2
        case rate(PlaybackRate)

        /// The range is played in a duration (target time).
        case duration(RationalTime)

        /// The range is played while the rate changes. It lasts 2 · length ÷ (from + to) in target time.
        ///
        ///     before   |---- A ----|=|=|=|=|---- B ----|
        ///     after    |---- A ----|=|==|====|========|---- B ----|         from 1 to 1/4
        case ramp(from: PlaybackRate, to: PlaybackRate, RampShape)

        /// The frame at the start of the range is held for a duration (target time), as is what is shown with it, and the video goes on
        /// from there. Audio is silent meanwhile. The end of the range has no effect.
        ///
        ///     before   |---- A ----|---- B ----|
        ///     after    |---- A ----|== hold ==|---- B ----|
        case hold(RationalTime)

        /// The range is played backwards at a rate.
        ///
        ///     before   |---- A ----|= 1 2 3 4 =|---- B ----|
        ///     after    |---- A ----|= 4 3 2 1 =|---- B ----|                at 1
        case reverse(PlaybackRate)

        /// The range, with all other edits in it, is played several times; at least once. A boomerang also plays it backwards
        /// each time. The frames at which it turns are shown once (``Composition/apply(_:from:wayBack:)``).
        ///
        ///     before   |---- A ----|= 1 2 3 4 =|---- B ----|
        ///     after    |---- A ----|= 1 2 3 4 1 2 3 4 =|---- B ----|            twice
        ///     after    |---- A ----|= 1 2 3 4 3 2 1 2 3 4 3 2 =|---- B ----|    twice, as a boomerang
        case repetition(Int, isBoomerang: Bool)
    }

    /// What is changed (source time). A missing start or end is that of the whole composition.
    public let range: TimeRangeExpression
    /// How.
    public let change: Change
    /// What messages call it: as it was written, also where its times were looked up since.
    public var name: String { written ?? description }
    /// What a person wrote.
    let written: String?
    /// The range of the whole ramp (source time) where ``range`` is only a part of it, as ``part(within:)`` makes it.
    let ramped: TimeRange?

    /// The change of a range (source time). A hold needs the start of the range only.
    public init(_ range: TimeRangeExpression, _ change: Change) {
        self.init(range, change, written: nil)
    }

    /// The same with the text that a person wrote.
    init(_ range: TimeRangeExpression, _ change: Change, written: String?, partOf ramped: TimeRange? = nil) {
        self.range = range
        self.change = change
        self.written = written
        self.ramped = ramped
    }

    /// The change of a range between exact instants (source time).
    public init(_ range: TimeRange, _ change: Change) {
        self.init(TimeRangeExpression(from: .time(range.start), to: .time(range.end)), change)
    }
}

extension Edit: Hashable {
    /// Whether both do the same to the same range.
    public static func == (a: Edit, b: Edit) -> Bool {
        a.range == b.range && a.change == b.change && a.ramped == b.ramped
    }

    /// Feeds what makes edits equal to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(range)
        hasher.combine(change)
        hasher.combine(ramped)
    }
}

extension Edit {
    /// Plays a range (source time) at a rate.
    public static func rate(_ range: TimeRange, _ rate: PlaybackRate) -> Edit { Edit(range, .rate(rate)) }

    /// Plays a range (source time) in a duration (target time).
    public static func duration(_ range: TimeRange, _ duration: RationalTime) -> Edit {
        Edit(range, .duration(duration))
    }

    /// Plays a range (source time) while the rate changes.
    public static func ramp(
        _ range: TimeRange,
        from: PlaybackRate,
        to: PlaybackRate,
        _ shape: RampShape
    ) -> Edit {
        Edit(range, .ramp(from: from, to: to, shape))
    }

    /// Holds the frame of an instant (source time) for a duration (target time).
    public static func hold(at instant: RationalTime, _ duration: RationalTime) -> Edit {
        Edit(.instant(instant), .hold(duration))
    }

    /// Plays a range (source time) backwards at a rate.
    public static func reverse(_ range: TimeRange, _ rate: PlaybackRate) -> Edit { Edit(range, .reverse(rate)) }

    /// Plays a range (source time) several times, with all other edits in it; a boomerang goes there and back each time.
    ///
    /// - Parameters:
    ///   - range: What is played.
    ///   - times: How often.
    ///   - isBoomerang: Whether it is played there and back each time.
    ///   - name: What messages call it; by its range where `nil`.
    /// - Returns: The edit.
    public static func repetition(
        _ range: TimeRange,
        _ times: Int,
        isBoomerang: Bool = false,
        named name: String? = nil
    ) -> Edit {
        let expression = TimeRangeExpression(from: .time(range.start), to: .time(range.end))
        return Edit(expression, .repetition(times, isBoomerang: isBoomerang), written: name)
    }
}
