/// Frames that an export has made between those of the source.
public struct MadeFrames: Hashable, Sendable {
    /// How many were made.
    public internal(set) var made: Int64 = 0
    /// How many were not, because a scene ends between the two frames that they would have been made of: the earlier one is shown.
    public internal(set) var heldAtCuts: Int64 = 0
}
