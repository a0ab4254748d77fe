/// What it has cost to take shaking away.
public struct SteadyFrames: Hashable, Sendable {
    /// The share of width and height that is cut away, so that moved frames have no empty borders. 0 where the camera stood still:
    /// then frames stay as they are.
    public let cropped: Double
    /// By how much a frame was moved at most, in rows of the source.
    public let largest: Double
    /// How many frames are moved less than they would have to be, because too much would be cut away. In these, shaking is left.
    public let limited: Int

    /// Both together.
    static func joined(_ a: SteadyFrames?, _ b: SteadyFrames) -> SteadyFrames {
        guard let a else { return b }
        return SteadyFrames(
            cropped: max(a.cropped, b.cropped),
            largest: max(a.largest, b.largest),
            limited: a.limited + b.limited
        )
    }
}
