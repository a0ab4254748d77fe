/// The numbers of frames that a selection gives.
public struct FrameCounts: Hashable, Sendable {
    /// The number of output frames.
    public internal(set) var frames: Int64 = 0
    /// The number of output frames that show the same source frame as the one before.
    public internal(set) var repeated: Int64 = 0
    /// The number of source frames within the exported range that are not shown.
    public internal(set) var dropped: Int64 = 0

    /// The number of output frames that are made between those of the source, where neither a scene ends nor frames repeat others:
    /// what only frames themselves show, is not known beforehand.
    public internal(set) var made: Int64 = 0
    /// The number of repeated ones that are shown while time passes in the source: in none that is held, and no pause.
    public internal(set) var stalled: Int64 = 0

    /// The number of repeated ones that are the first of a segment, which begins with the frame that the one before ends with.
    private var joined: Int64 = 0

    /// The number of source frames in the range, and of pauses, each of which is one: once for each segment that plays any of it.
    var played: Int64 { frames - (repeated - joined) - made + dropped }

    /// Takes the output frames of a frame, of which some are made between it and the next one.
    mutating func add(_ outputFrames: Range<Int64>, made: Int64 = 0, isMoving: Bool = false) {
        let count = Int64(outputFrames.count)
        frames += count
        self.made += made
        if outputFrames.isEmpty { dropped += 1 }
        let again = max(0, count - made - 1)
        repeated += again
        if isMoving { stalled += again }
    }

    /// A frame that several segments show, of which each was taken, is shown again where they follow one another: where it is held, turned
    /// back at, or an edit begins within it. `made`: how many of its places are made between it and the next one, the last ones.
    mutating func join(_ shown: [(places: Range<Int64>, made: Int64)]) {
        guard shown.count > 1 else { return }
        let sorted = shown.sorted { $0.places.lowerBound < $1.places.lowerBound }
        let following = Int64(
            zip(sorted, sorted.dropFirst()).count { first, second in
                first.places.upperBound == second.places.lowerBound && first.made == 0
                    && second.made < second.places.count
            }
        )
        repeated += following
        joined += following
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
        made += other.made
        joined += other.joined
        stalled += other.stalled
    }
}
