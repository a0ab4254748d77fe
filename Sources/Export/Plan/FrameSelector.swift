public import MediaTime

/// Which output frames of a constant frame rate show which source frame: output frame *k* stands at *k* ÷ rate
/// and shows the latest source frame whose timestamp is at or before the source time of that instant.
///
/// Each source frame is asked for by itself, so that a plan of any length takes no memory: the source frame at
/// target time *T* is shown from ⌈*T* · rate⌉ up to where the next one begins. All arithmetic is exact. Backwards the
/// source is shown as in a mirror: every frame fills the places of its own presentation, in reverse.
public struct FrameSelector: Sendable {
    /// Where the segment's frames come from and go to.
    public let mapping: TimeMapping
    /// Output frames a second.
    public let frameRate: FrameRate
    /// The segment goes on for as long as the source has frames.
    public let isOpenEnded: Bool
    /// The segment's own output frames: those whose instants lie in its target range.
    public let outputFrames: Range<Int64>

    /// The selection of one segment; an open-ended one goes on for as long as the source has frames, whatever its header
    /// said; one with `end` is shown until then (target time), its last frame filling what is left.
    ///
    /// - Throws: `TimeOverflow` where a frame's number needs more than 64 bits.
    public init(
        mapping: TimeMapping,
        frameRate: FrameRate,
        isOpenEnded: Bool = false,
        until end: RationalTime? = nil
    ) throws(TimeOverflow) {
        self.mapping = mapping
        self.frameRate = frameRate
        self.isOpenEnded = isOpenEnded
        let first = try frameRate.frame(at: mapping.target.start, rounding: .up)
        let last = isOpenEnded ? .max : try frameRate.frame(at: end ?? mapping.target.end, rounding: .up)
        outputFrames = first..<max(first, last)
    }

    /// The output frames that show a source frame, which is presented from `start` until `end` (source time); the
    /// source's last frame has no end but in an open segment. Before the source's first frame there is nothing to
    /// show: a track begins late, as its source does.
    ///
    /// - Throws: `TimeOverflow` where a frame's number needs more than 64 bits.
    public func outputFrames(ofFrameFrom start: RationalTime, to end: RationalTime?) throws(TimeOverflow) -> Range<
        Int64
    > {
        let isLast = covers(endingAt: end)
        switch mapping.course {
        case .constant, .ramp:
            let last = try isLast ? outputFrames.upperBound : end.map(outputFrame(at:)) ?? outputFrames.upperBound
            return try clamped(outputFrame(at: start), last)
        case .hold:
            return start <= mapping.source.start && isLast
                ? outputFrames : clamped(outputFrames.lowerBound, outputFrames.lowerBound)
        case .reverse:
            // In a mirror the frame's end comes first.
            let first = try isLast ? outputFrames.lowerBound : end.map(outputFrame(at:)) ?? outputFrames.lowerBound
            return try clamped(first, start <= mapping.source.start ? outputFrames.upperBound : outputFrame(at: start))
        }
    }

    /// Whether a frame that is presented until `end` is the last one of the source that the segment shows.
    public func covers(endingAt end: RationalTime?) -> Bool {
        guard let end else { return true }
        if isOpenEnded { return false }
        // A held frame is the one that is still there at its instant.
        return mapping.course == .hold ? end > mapping.source.end : end >= mapping.source.end
    }

    /// The first output frame at or after a source instant is played.
    private func outputFrame(at time: RationalTime) throws(TimeOverflow) -> Int64 {
        try mapping.targetTicks(
            ofSource: time,
            unit: frameRate.denominator,
            over: frameRate.numerator,
            rounding: .up
        )
    }

    private func clamped(_ start: Int64, _ end: Int64) -> Range<Int64> {
        let first = min(max(start, outputFrames.lowerBound), outputFrames.upperBound)
        return first..<min(max(end, first), outputFrames.upperBound)
    }
}

/// How a selection turns out.
public struct FrameCounts: Hashable, Sendable {
    /// Output frames.
    public internal(set) var frames: Int64 = 0
    /// Output frames that show the same source frame as the one before.
    public internal(set) var repeated: Int64 = 0
    /// Source frames within the exported range that are not shown.
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
