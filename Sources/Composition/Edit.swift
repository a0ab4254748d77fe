public import MediaTime

/// One change of how time passes, in source time: the composition's time before any of its edits.
///
/// A list of edits means the same in whatever order it is given: see ``Composition/apply(_:from:)``.
public enum Edit: Hashable, Sendable {
    /// Plays a range at a rate.
    ///
    ///     before   |---- A ----|== 2 s ==|---- B ----|
    ///     after    |---- A ----|======= 4 s =======|---- B ----|        at 1/2
    case rate(TimeRange, PlaybackRate)

    /// Plays a range in a duration (target time).
    case duration(TimeRange, RationalTime)

    /// Plays a range while the rate changes, which takes 2 · length ÷ (from + to) in target time.
    ///
    ///     before   |---- A ----|=|=|=|=|---- B ----|
    ///     after    |---- A ----|=|==|====|========|---- B ----|         from 1 to 1/4
    case ramp(TimeRange, from: PlaybackRate, to: PlaybackRate, RampShape)

    /// Holds the frame of an instant for a duration (target time), and goes on from there. Nothing is heard meanwhile.
    ///
    ///     before   |---- A ----|---- B ----|
    ///     after    |---- A ----|== hold ==|---- B ----|
    case hold(at: RationalTime, RationalTime)

    /// Plays a range backwards at a rate.
    ///
    ///     before   |---- A ----|= 1 2 3 4 =|---- B ----|
    ///     after    |---- A ----|= 4 3 2 1 =|---- B ----|                at 1
    case reverse(TimeRange, PlaybackRate)
}
