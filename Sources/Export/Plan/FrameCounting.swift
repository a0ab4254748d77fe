internal import MediaTime

/// Counts what the selections of a track's segments give, one source frame at a time.
///
/// Only the segments that the present frame lies in are asked, so that the work does not grow with the number of edits.
struct FrameCounting {
    private(set) var counts = FrameCounts()
    /// The segments that begin later, sorted by where they begin in the source; the last one first.
    private var waiting: [FrameSelector]
    private var active: [FrameSelector] = []
    private let framesPerFrame: Int

    /// With two frames that become of one, each has a half of its time.
    init(_ selectors: [FrameSelector], framesPerFrame: Int = 1) {
        self.framesPerFrame = framesPerFrame
        waiting = selectors.sorted { $0.mapping.source.start > $1.mapping.source.start }
    }

    /// Takes the source's next frame, which is presented from `start` until `end`; the last one has no end where it
    /// is shown for as long as its segment lasts.
    mutating func add(from start: RationalTime, to end: RationalTime, isLast: Bool) throws(TimeOverflow) {
        guard framesPerFrame == 2 else { return try count(from: start, to: end, isLast: isLast) }
        let middle = try start.middle(to: end)
        try count(from: start, to: middle, isLast: false)
        try count(from: middle, to: end, isLast: isLast)
    }

    private mutating func count(from start: RationalTime, to end: RationalTime, isLast: Bool) throws(TimeOverflow) {
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
