internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// A decoded frame with the numbers of the output frames that show it; without a constant rate these are ticks.
struct PlacedFrame: ~Copyable, Sendable {
    /// `nil`: black.
    let frame: Frame?
    var outputFrames: Range<Int64>
    /// Whether it is the frame that was given before, and goes on where that ended: an edit begins within it.
    var continues = false
    /// When it is presented in the source (asset time); zero where it is black.
    var instant = RationalTime.zero
    /// As of ``TimedFrame``.
    var origin: RationalTime?
    /// Where it was made between that and the next frame; `nil` of a frame of the source.
    var made: MadePlace?
    /// The part of the track that it is from.
    var part = 0
    /// How many segments show it from these places on: more than one where it was joined, 0 where it was given before.
    var segments: Int64 = 1
    /// The time until the next frame of the source, where frames are made in between; else `nil`.
    var span: FrameSpan?
}

/// Decodes the frames of one part of a track, segment by segment, and gives each its output frames. Frames that have none are
/// left out.
struct FrameSource: ~Copyable, Sendable {
    private var source: DistinctFrames
    private var selector: FrameSelector?
    /// The frame at which the last segment ended. The next segment may begin with it.
    private var current: TimedFrame?
    private var reversal: FrameReversal?
    private let reversalBudget: Int
    /// Whether frames are given with those that come after them in the source.
    private let hasSpans: Bool
    /// The frames after the one that was given last: two where frames are given with those that come after them.
    private var ahead = UniqueDeque<TimedFrame>()
    /// The frame that was given last: when it begins in the source, and where its output frames end.
    private var last: (start: RationalTime, end: Int64)?
    /// Where the last segment ends in the source.
    private var sourceEnd: RationalTime?

    /// The frames of a file. For reversed segments, at most `reversalBudget` bytes of frames are kept at a time. With `spans`,
    /// each comes with the one after it, and those that only repeat another are left out.
    init(
        _ frames: consuming FilteredFrames,
        reversalBudget: Int = FrameReversal.usualBudget,
        spans: Bool = false
    ) {
        source = DistinctFrames(frames, merging: spans)
        self.reversalBudget = reversalBudget
        hasSpans = spans
    }

    /// Goes to a segment.
    mutating func begin(_ selector: FrameSelector) throws {
        self.selector = selector
        let start = selector.mapping.source.start
        // A frame that an edit plays again is another one.
        if try !isNext(start) { last = nil }
        sourceEnd = selector.mapping.source.end
        if case .reverse = selector.mapping.course {
            source.showOnly(nil)
            last = nil
            reversal = FrameReversal(selector, budget: reversalBudget, spans: hasSpans)
            current = nil
            ahead.removeAll()
            return
        }
        reversal = nil
        source.showOnly(selector)
        // A segment that begins where the decoder is needs no seek, and no decoding from a key frame on.
        let goesOn =
            switch current {
            case .some(let frame): frame.start <= start && start <= frame.end
            case .none: false
            }
        if !goesOn {
            current = nil
            ahead.removeAll()
            try source.seek(to: start)
        }
    }

    /// The next frame of the segment with its output frames, in output order; `nil` at the end.
    mutating func next() throws -> PlacedFrame? {
        if reversal != nil { return try reversal?.next(from: &source) }
        while let selector {
            guard let timed = try current.take() ?? ahead.popFirst() ?? source.next() else { break }
            let shownUntil = timed.isLast && !selector.isOpenEnded ? nil : timed.end
            let outputFrames = try selector.outputFrames(
                ofFrameFrom: timed.start,
                to: shownUntil,
                isLast: timed.isLast
            )
            let frame = try timed.frame.reference()
            let (start, origin) = (timed.start, timed.origin)
            let span = try span(from: start, to: timed.end, isLast: timed.isLast, selector.mapping)
            if selector.covers(endingAt: shownUntil) {
                self.selector = nil
                current = consume timed
            }
            if outputFrames.isEmpty { continue }
            var placed = PlacedFrame(frame: frame, outputFrames: outputFrames)
            (placed.instant, placed.origin) = (start, origin)
            placed.span = consume span
            placed.continues = last.map { $0.start == start && $0.end == outputFrames.lowerBound } ?? false
            last = (start, outputFrames.upperBound)
            return placed
        }
        selector = nil
        return nil
    }

    /// Whether a segment that begins there goes on where the last one ended.
    private func isNext(_ start: RationalTime) throws(TimeOverflow) -> Bool {
        guard let sourceEnd else { return false }
        let jump = try start - sourceEnd
        return try max(jump, jump.negated()) <= TimeMapping.rampRounding
    }

    /// The time until the next frame; `nil` where none is asked for or comes, and where time does not pass.
    private mutating func span(
        from start: RationalTime,
        to end: RationalTime,
        isLast: Bool,
        _ mapping: TimeMapping
    ) throws -> FrameSpan? {
        guard hasSpans, !isLast else { return nil }
        while ahead.count < 2, try readAhead() {}
        guard mapping.course != .hold, !ahead.isEmpty else { return nil }
        let next = try ahead[0].frame.reference()
        let further: FurtherFrame? =
            ahead.count > 1 ? FurtherFrame(frame: try ahead[1].frame.reference(), start: ahead[1].start) : nil
        return FrameSpan(
            next: next,
            from: start,
            to: end,
            then: further,
            FrameWay(from: start, to: end, mapping)
        )
    }

    /// Reads a frame ahead; `false` where none comes.
    private mutating func readAhead() throws -> Bool {
        guard let frame = try source.next() else { return false }
        ahead.append(frame)
        return true
    }
}

extension UnlikeFrames {
    /// Takes the next frame. One that goes on was taken before.
    mutating func note(_ placed: borrowing PlacedFrame) {
        guard !placed.continues else { return }
        switch placed.frame {
        case .some(let frame): note(frame, ofPart: placed.part)
        case .none: break
        }
    }
}

extension ShownAgain {
    /// Takes the next frame of the output, which is shown at all its places.
    mutating func note(_ placed: borrowing PlacedFrame) {
        let shown = placed.made == nil ? Shown(placed) : nil
        note(shown, at: Int64(placed.outputFrames.count), ofSegments: placed.segments)
    }
}

extension ShownAgain.Shown {
    /// The frame of the source that is shown, or of which one is made.
    init(_ placed: borrowing PlacedFrame) {
        let isBlack = placed.frame == nil
        self.init(instant: isBlack ? nil : placed.instant, part: isBlack ? 0 : placed.part)
    }
}
