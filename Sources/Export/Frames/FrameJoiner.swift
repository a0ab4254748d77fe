/// Makes one frame of those that follow one another and are the same: where an edit begins within a frame, each of its sides
/// has a part of it.
struct FrameJoiner: ~Copyable {
    private var pending: PlacedFrame?

    /// Takes the next frame, in output order, and gives the one before it where that is whole.
    mutating func add(_ placed: consuming PlacedFrame) -> PlacedFrame? {
        guard var before = pending.take() else {
            pending = consume placed
            return nil
        }
        if placed.continues {
            before.outputFrames = before.outputFrames.lowerBound..<placed.outputFrames.upperBound
            before.segments += placed.segments
            pending = consume before
            return nil
        }
        pending = consume placed
        return before
    }

    /// The last frame.
    mutating func finish() -> PlacedFrame? { pending.take() }
}
