public import MediaTime

/// Which output pictures of a constant frame rate show which source picture: output picture *k* stands at *k* ÷ rate
/// and shows the latest source picture whose timestamp is at or before the source time of that instant.
///
/// Each source picture is asked for by itself, so that a plan of any length takes no memory: the source picture at
/// target time *T* is shown from ⌈*T* · rate⌉ up to where the next one begins. All arithmetic is exact. Backwards the
/// source is shown as in a mirror: every picture fills the places of its own presentation, in reverse.
public struct FrameSelector: Sendable {
    /// Where the segment's pictures come from and go to.
    public let mapping: TimeMapping
    /// Output pictures a second.
    public let frameRate: FrameRate
    /// The segment goes on for as long as the source has pictures.
    public let isOpenEnded: Bool
    /// The segment's own output pictures: those whose instants lie in its target range.
    public let slots: Range<Int64>

    /// The selection of one segment; an open-ended one goes on for as long as the source has pictures, whatever its header
    /// said; one with `end` is shown until then (target time), its last picture filling what is left.
    ///
    /// - Throws: `TimeOverflow` where a picture's number needs more than 64 bits.
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
        slots = first..<max(first, last)
    }

    /// The output pictures that show a source picture, which is presented from `start` until `end` (source time); the
    /// source's last picture has no end but in an open segment. Before the source's first picture there is nothing to
    /// show: a track begins late, as its source does.
    ///
    /// - Throws: `TimeOverflow` where a picture's number needs more than 64 bits.
    public func places(ofPictureFrom start: RationalTime, to end: RationalTime?) throws(TimeOverflow) -> Range<Int64> {
        let isLast = covers(endingAt: end)
        switch mapping.course {
        case .constant, .ramp:
            let last = try isLast ? slots.upperBound : end.map(slot) ?? slots.upperBound
            return try clamped(slot(start), last)
        case .hold:
            return start <= mapping.source.start && isLast ? slots : clamped(slots.lowerBound, slots.lowerBound)
        case .reverse:
            // In a mirror the picture's end comes first.
            let first = try isLast ? slots.lowerBound : end.map(slot) ?? slots.lowerBound
            return try clamped(first, start <= mapping.source.start ? slots.upperBound : slot(start))
        }
    }

    /// Whether a picture that is presented until `end` is the last one of the source that the segment shows.
    public func covers(endingAt end: RationalTime?) -> Bool {
        guard let end else { return true }
        if isOpenEnded { return false }
        // A held picture is the one that is still there at its instant.
        return mapping.course == .hold ? end > mapping.source.end : end >= mapping.source.end
    }

    /// The first output picture at or after a source instant is played.
    private func slot(_ time: RationalTime) throws(TimeOverflow) -> Int64 {
        try mapping.targetTicks(
            ofSource: time,
            unit: frameRate.denominator,
            over: frameRate.numerator,
            rounding: .up
        )
    }

    private func clamped(_ start: Int64, _ end: Int64) -> Range<Int64> {
        let first = min(max(start, slots.lowerBound), slots.upperBound)
        return first..<min(max(end, first), slots.upperBound)
    }
}

/// How a selection turns out.
public struct FrameCounts: Hashable, Sendable {
    /// Output pictures.
    public internal(set) var frames: Int64 = 0
    /// Output pictures that show the same source picture as the one before.
    public internal(set) var repeated: Int64 = 0
    /// Source pictures within the exported range that are not shown.
    public internal(set) var dropped: Int64 = 0

    mutating func add(_ slots: Range<Int64>) {
        frames += Int64(slots.count)
        if slots.isEmpty { dropped += 1 } else { repeated += Int64(slots.count) - 1 }
    }

    /// The last output picture is not shown after all.
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
