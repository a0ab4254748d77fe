public import MediaTime

/// Which output pictures of a constant frame rate show which source picture: output picture *k* stands at *k* ÷ rate
/// and shows the latest source picture whose timestamp is at or before the source time of that instant.
///
/// Pictures are handed over one after another in presentation order, so that a plan of any length takes no memory: the
/// source picture at target time *T* is shown from ⌈*T* · rate⌉ up to where the next one begins. All arithmetic is
/// exact.
public struct FrameSelector: Sendable {
    /// Where the segment's pictures come from and go to.
    public let mapping: TimeMapping
    /// Output pictures a second.
    public let frameRate: FrameRate

    /// The segment's own output pictures: those whose instants lie in its target range.
    public let slots: Range<Int64>
    private var next: Int64
    private var hasPicture = false

    /// The selection of one segment; an open-ended one goes on for as long as the source has pictures, whatever its header
    /// said.
    ///
    /// - Throws: `TimeOverflow` where a picture's number needs more than 64 bits.
    public init(mapping: TimeMapping, frameRate: FrameRate, isOpenEnded: Bool) throws(TimeOverflow) {
        self.mapping = mapping
        self.frameRate = frameRate
        let first = try frameRate.frame(at: mapping.target.start, rounding: .up)
        let end = isOpenEnded ? .max : try frameRate.frame(at: mapping.target.end, rounding: .up)
        slots = first..<max(first, end)
        next = first
    }

    /// Hands over the next picture's timestamp (source time), and returns the output pictures that the picture before
    /// it fills: none where both fall into the same slot, several where the output is faster.
    ///
    /// - Throws: `TimeOverflow` where a picture's number needs more than 64 bits.
    public mutating func advance(to timestamp: RationalTime) throws(TimeOverflow) -> Range<Int64> {
        let start = try mapping.targetTicks(
            ofSource: timestamp,
            unit: frameRate.denominator,
            over: frameRate.numerator,
            rounding: .up
        )
        return fill(upTo: start)
    }

    /// Says where the last picture ends (source time), and returns the output pictures that it fills.
    ///
    /// - Throws: `TimeOverflow` where a picture's number needs more than 64 bits.
    public mutating func finish(at end: RationalTime) throws(TimeOverflow) -> Range<Int64> {
        let filled = try advance(to: end)
        hasPicture = false
        return filled
    }

    /// No later picture can be shown: the segment is full.
    public var isFull: Bool { next >= slots.upperBound }

    private mutating func fill(upTo start: Int64) -> Range<Int64> {
        let end = min(max(start, next), slots.upperBound)
        defer {
            next = end
            hasPicture = true
        }
        // Before the first picture there is nothing to show: the track begins late, as its source does.
        return hasPicture ? next..<end : end..<end
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
}
