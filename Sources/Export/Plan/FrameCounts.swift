/// The numbers of frames that a selection gives.
public struct FrameCounts: Hashable, Sendable {
    /// The number of output frames.
    public internal(set) var frames: Int64 = 0
    /// The number of output frames that show the same source frame as the one before.
    public internal(set) var repeated: Int64 = 0
    /// The number of source frames within the exported range that are not shown.
    public internal(set) var dropped: Int64 = 0

    mutating func add(_ outputFrames: Range<Int64>) {
        frames += Int64(outputFrames.count)
        if outputFrames.isEmpty { dropped += 1 } else { repeated += Int64(outputFrames.count) - 1 }
    }

    /// The last output frame is not shown after all.
    mutating func leaveOutLast() {
        frames -= 1
        dropped += 1
    }

    mutating func add(_ other: FrameCounts) {
        frames += other.frames
        repeated += other.repeated
        dropped += other.dropped
    }
}
