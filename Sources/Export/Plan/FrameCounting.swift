internal import MediaTime

/// Counts what the selections of a track's segments give, one source frame at a time.
///
/// Only the segments that the present frame lies in are asked, so that the work does not grow with the number of edits.
struct FrameCounting {
    private(set) var counts = FrameCounts()
    /// Frames that have one place each, by where the runs of them end in the source.
    private(set) var evenRuns: [EvenRun] = []
    /// The run that all frames of the only segment are in; `nil` where there is none.
    private(set) var wholeRun: EvenRun?
    /// The place behind the last that shows a frame.
    private(set) var end: Int64 = 0
    /// The first frame that would be shown more often than anybody can want, from its own instant to that of the next one.
    private(set) var endless: TimeRange?
    /// The segments that begin later, sorted by where they begin in the source; the last one first.
    private var waiting: [FrameSelector]
    private var active: [Segment] = []
    private let framesPerFrame: Int
    /// Whether there is one segment.
    private let isSingle: Bool
    /// Whether frames are made in between.
    private let isMaking: Bool

    /// More often than so no frame is shown that another one follows: nine hours at 30 frames a second. A hole of that length
    /// is a fault of a clip's timestamps. It takes a handful of bytes, and what fills it takes days to encode.
    private static let mostShowings = 1_000_000

    /// A segment that frames are chosen for.
    private struct Segment {
        let selector: FrameSelector
        /// The latest frames with one place each.
        var run: EvenRun?
        /// Whether no frame broke off a run so far.
        var isEven = true
    }

    /// With two frames that become of one, each has a half of its time.
    init(_ selectors: [FrameSelector], framesPerFrame: Int, making: Bool) {
        self.framesPerFrame = framesPerFrame
        (isMaking, isSingle) = (making, selectors.count == 1)
        waiting = selectors.sorted { $0.mapping.source.start > $1.mapping.source.start }
    }

    /// Takes the source's next frame, which is presented from `start` until `end`; the last one has no end where it
    /// is shown for as long as its segment lasts. Others are decoded the same without one that is `leavable`.
    mutating func add(
        from start: RationalTime,
        to end: RationalTime,
        leavable: Bool,
        isLast: Bool
    ) throws(TimeOverflow) {
        guard framesPerFrame == 2 else {
            return try count(from: start, to: end, leavable: leavable, isLast: isLast)
        }
        let middle = try start.middle(to: end)
        try count(from: start, to: middle, leavable: false, isLast: false)
        try count(from: middle, to: end, leavable: false, isLast: isLast)
    }

    private mutating func count(
        from start: RationalTime,
        to end: RationalTime,
        leavable: Bool,
        isLast: Bool
    ) throws(TimeOverflow) {
        while let next = waiting.last, isLast || next.mapping.source.start < end {
            active.append(Segment(selector: next))
            waiting.removeLast()
        }
        var remaining: [Segment] = []
        let isShared = active.count > 1
        var shown: [(places: Range<Int64>, made: Int64)] = []
        for var segment in active {
            let selector = segment.selector
            let shownUntil = isLast && !selector.isOpenEnded ? nil : end
            if start < selector.mapping.source.end || selector.isOpenEnded || selector.mapping.course == .hold || isLast
            {
                let places = try selector.outputFrames(ofFrameFrom: start, to: shownUntil, isLast: isLast)
                // Backwards the last frame goes over into the one before it.
                let staysLast = isLast && !selector.mapping.isReversed
                let made = staysLast ? 0 : try made(places, from: start, to: end, selector)
                counts.add(places, made: made, isMoving: !staysLast && selector.mapping.course != .hold)
                note(places, from: start, to: end, leavable: leavable, &segment)
                if endless == nil, !isLast, selector.mapping.course != .hold, places.count > Self.mostShowings {
                    endless = try TimeRange(start: start, end: end)
                }
                if !places.isEmpty {
                    self.end = max(self.end, places.upperBound)
                    if isShared { shown.append((places, made)) }
                }
            }
            let isCovered = selector.covers(endingAt: shownUntil)
            if isCovered || isLast {
                if isSingle, segment.isEven { wholeRun = segment.run }
                finish(&segment)
            }
            if !isCovered { remaining.append(segment) }
        }
        active = remaining
        counts.join(shown)
    }

    /// What comes next does not follow from what came before: a frame is not presented later than the one before it.
    mutating func breakRuns() {
        for index in active.indices {
            var segment = active[index]
            finish(&segment)
            segment.isEven = false
            active[index] = segment
        }
    }

    private mutating func note(
        _ places: Range<Int64>,
        from start: RationalTime,
        to end: RationalTime,
        leavable: Bool,
        _ segment: inout Segment
    ) {
        guard framesPerFrame == 1, case .constant = segment.selector.mapping.course else {
            segment.isEven = false
            return
        }
        if segment.run?.add(from: start, to: end, at: places, leavable: leavable) ?? false { return }
        if segment.run != nil || places.count != 1 { segment.isEven = false }
        finish(&segment)
        guard places.count == 1 else { return }
        let selector = segment.selector
        segment.run = EvenRun(selector.mapping, at: selector.frameRate, from: start, to: end, at: places.lowerBound)
    }

    private mutating func finish(_ segment: inout Segment) {
        if let run = segment.run, run.isLong { evenRuns.append(run) }
        segment.run = nil
    }

    /// How many output frames are made between a frame and the next one.
    private func made(
        _ places: Range<Int64>,
        from start: RationalTime,
        to end: RationalTime,
        _ selector: FrameSelector
    ) throws(TimeOverflow) -> Int64 {
        guard isMaking, let first = places.first, selector.mapping.course != .hold else { return 0 }
        // What comes before a reversed range is not played.
        if selector.mapping.isReversed, start <= selector.mapping.source.start { return 0 }
        let way = FrameWay(from: start, to: end, selector.mapping)
        // Only the first one can be at the instant of a frame.
        let isBetween = way.isBetween(try way.share(at: selector.frameRate.time(ofFrame: first)))
        return Int64(places.count) - (isBetween ? 0 : 1)
    }
}
