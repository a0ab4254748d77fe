internal import MediaTime

/// Counts what the selections of a track's segments give, one source frame at a time.
///
/// Only the segments that the present frame lies in are asked, so that the work does not grow with the number of edits.
struct FrameCounting {
    private(set) var counts = FrameCounts()
    /// The segments that begin later, sorted by where they begin in the source; the last one first.
    private var waiting: [FrameSelector]
    private var active: [FrameSelector] = []

    init(_ selectors: [FrameSelector]) {
        waiting = selectors.sorted { $0.mapping.source.start > $1.mapping.source.start }
    }

    /// Takes the source's next frame, which is presented from `start` until `end`; the last one has no end where it
    /// is shown for as long as its segment lasts.
    mutating func add(from start: RationalTime, to end: RationalTime, isLast: Bool) throws(TimeOverflow) {
        while let next = waiting.last, isLast || next.mapping.source.start < end {
            active.append(next)
            waiting.removeLast()
        }
        var remaining: [FrameSelector] = []
        for selector in active {
            let shownUntil = isLast && !selector.isOpenEnded ? nil : end
            if start < selector.mapping.source.end || selector.isOpenEnded || selector.mapping.course == .hold || isLast
            {
                counts.add(try selector.outputFrames(ofFrameFrom: start, to: shownUntil))
            }
            if !selector.covers(endingAt: shownUntil) { remaining.append(selector) }
        }
        active = remaining
    }
}
