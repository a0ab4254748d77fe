internal import FFmpeg
internal import MediaTime

/// A decoded frame with the numbers of the output frames that show it; without a constant rate these are ticks.
struct PlacedFrame: ~Copyable, Sendable {
    /// `nil`: black.
    let frame: Frame?
    let outputFrames: Range<Int64>
    /// Degrees to turn it clockwise, a multiple of 90, so that it has the rotation of the track's other frames.
    var turn = 0
}

/// Decodes the frames of one part of a track, segment by segment, and gives each its output frames. Frames that have none are
/// left out.
struct FrameSource: ~Copyable, Sendable {
    private var source: TimedFrames
    private var selector: FrameSelector?
    /// The frame at which the last segment ended. The next segment may begin with it.
    private var current: TimedFrame?
    private var reversal: FrameReversal?
    private let reversalBudget: Int

    /// The frames of a file. For reversed segments, at most `reversalBudget` bytes of frames are kept at a time.
    init(_ frames: consuming DecodedFrames, reversalBudget: Int = FrameReversal.usualBudget) {
        source = TimedFrames(frames)
        self.reversalBudget = reversalBudget
    }

    /// Goes to a segment.
    mutating func begin(_ selector: FrameSelector) throws {
        self.selector = selector
        let start = selector.mapping.source.start
        if case .reverse = selector.mapping.course {
            reversal = FrameReversal(selector, budget: reversalBudget)
            current = nil
            return
        }
        reversal = nil
        // A segment that begins where the decoder is needs no seek, and no decoding from a key frame on.
        let goesOn =
            switch current {
            case .some(let frame): frame.start <= start && start <= frame.end
            case .none: false
            }
        if !goesOn {
            current = nil
            try source.seek(to: start)
        }
    }

    /// The next frame of the segment with its output frames, in output order; `nil` at the end.
    mutating func next() throws -> PlacedFrame? {
        if reversal != nil { return try reversal?.next(from: &source) }
        while let selector {
            guard let timed = try current.take() ?? source.next() else { break }
            let shownUntil = timed.isLast && !selector.isOpenEnded ? nil : timed.end
            let outputFrames = try selector.outputFrames(ofFrameFrom: timed.start, to: shownUntil)
            let frame = try timed.frame.reference()
            if selector.covers(endingAt: shownUntil) {
                self.selector = nil
                current = consume timed
            }
            if !outputFrames.isEmpty { return PlacedFrame(frame: frame, outputFrames: outputFrames) }
        }
        selector = nil
        return nil
    }
}
