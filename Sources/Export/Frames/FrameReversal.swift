internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Gives a segment's frames in reverse order.
///
/// Decoders only go forwards, so it works in windows from the end. It decodes from the key frame before the window's end,
/// keeps the last frames, and goes on before the first of them. Memory is bounded: a group of pictures that is longer than
/// the window is decoded several times, each time up to an earlier frame.
struct FrameReversal: ~Copyable, Sendable {
    /// The default number of bytes of frames that are kept at a time.
    static let usualBudget = 192 << 20
    /// A window has at least this many frames: with fewer, the same group of pictures would be decoded too often.
    private static let leastFrames = 8

    private let selector: FrameSelector
    private let budget: Int
    /// The frames of the window, in presentation order. They are given from the back.
    private var window = UniqueDeque<TimedFrame>()
    /// Frames that begin here or later have been given.
    private var end: RationalTime
    private var isAtStart = false
    /// Whether each frame is given with the one that is shown after it.
    private let hasSpans: Bool
    /// The next frames in the order in which they are shown: that which is given next, and with spans the two behind it.
    private var ahead = UniqueDeque<TimedFrame>()

    init(_ selector: FrameSelector, budget: Int, spans: Bool = false) {
        self.selector = selector
        self.budget = budget
        hasSpans = spans
        end = selector.mapping.source.end
    }

    /// The next frame with its output frames, in output order; `nil` at the end.
    mutating func next(from frames: inout DistinctFrames) throws -> PlacedFrame? {
        while true {
            while ahead.count < (hasSpans ? 3 : 1), let frame = try shown(from: &frames) { ahead.append(frame) }
            guard let timed = ahead.popFirst() else { return nil }
            let outputFrames = try selector.outputFrames(ofFrameFrom: timed.start, to: timed.isLast ? nil : timed.end)
            if outputFrames.isEmpty { continue }
            let frame = try timed.frame.reference()
            // What comes before the range is not played: its first frame stays.
            guard hasSpans, !ahead.isEmpty else { return Self.placed(frame, outputFrames, timed, nil) }
            let further: FurtherFrame? =
                ahead.count > 1 ? FurtherFrame(frame: try ahead[1].frame.reference(), start: ahead[1].start) : nil
            let span = FrameSpan(
                next: try ahead[0].frame.reference(),
                from: timed.start,
                to: ahead[0].start,
                then: further,
                FrameWay(from: timed.start, to: timed.end, selector.mapping)
            )
            return Self.placed(frame, outputFrames, timed, span)
        }
    }

    /// The next frame in the order in which they are shown; `nil` at the end.
    private mutating func shown(from frames: inout DistinctFrames) throws -> TimedFrame? {
        if window.isEmpty {
            guard !isAtStart else { return nil }
            try fill(from: &frames)
        }
        return window.popLast()
    }

    private static func placed(
        _ frame: consuming Frame,
        _ outputFrames: Range<Int64>,
        _ timed: borrowing TimedFrame,
        _ span: consuming FrameSpan?
    ) -> PlacedFrame {
        var placed = PlacedFrame(frame: frame, outputFrames: outputFrames)
        (placed.instant, placed.origin) = (timed.start, timed.origin)
        placed.span = span
        return placed
    }

    private mutating func fill(from frames: inout DistinctFrames) throws {
        let start = selector.mapping.source.start
        // Seeks to just before the end: at the end itself the next group of pictures may begin.
        try frames.seek(toBefore: end - frames.clock.track.tick)
        var capacity = Self.leastFrames
        while let frame = try frames.next(), frame.start < end {
            let isReached = frame.end >= end || frame.isLast
            if frame.end > start || frame.isLast {
                capacity = max(Self.leastFrames, budget / max(1, frame.frame.approximateSize))
                if window.count == capacity { _ = window.popFirst() }
                window.append(frame)
            }
            if isReached { break }
        }
        isAtStart = window.isEmpty || window[0].start <= start
        if !window.isEmpty { end = window[0].start }
    }
}
