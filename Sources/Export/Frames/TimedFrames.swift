internal import FFmpeg
internal import MediaTime

/// A decoded frame with the time in which it is presented (asset time).
struct TimedFrame: ~Copyable, Sendable {
    let frame: Frame
    let start: RationalTime
    /// When the next frame begins; for the source's last frame, when it ends by its duration.
    let end: RationalTime
    let isLast: Bool
    /// When the frame of the source is presented that it is made of, where it is made of one (asset time).
    var origin: RationalTime?
}

/// A track's frames, each with its end, which is where the next one begins.
struct TimedFrames: ~Copyable, Sendable {
    let clock: SourceClock
    private var frames: DecodedFrames
    /// The frame whose end is not known yet.
    private var pending: Frame?
    private var pendingStart = RationalTime.zero
    private var isPendingDamaged = false

    init(_ frames: consuming DecodedFrames) {
        clock = frames.clock
        self.frames = frames
    }

    /// Goes to the last key frame at or before an instant (asset time).
    mutating func seek(to instant: RationalTime) throws {
        try frames.seek(to: instant)
        pending = nil
        isPendingDamaged = false
    }

    /// As of ``DecodedFrames``. A frame then ends where the next one begins that comes.
    mutating func showOnly(_ selector: FrameSelector?) { frames.showOnly(selector) }

    /// The next frame; `nil` at the end.
    mutating func next() throws -> TimedFrame? {
        while let frame = try frames.next() {
            // Damaged streams repeat or reverse timestamps. A frame that is not later than the one before is left out.
            guard let instant = frames.instant(of: frame) else {
                frames.note(nil, "a frame without a timestamp, left out")
                continue
            }
            if isPendingDamaged, !frame.isDamaged, instant == pendingStart {
                frames.note(instant, "a damaged frame at the instant of another, left out")
                pending = nil
            }
            guard pending == nil || instant > pendingStart else {
                frames.note(instant, "a frame that is not presented later than the one before it, left out")
                continue
            }
            let start = pendingStart
            pendingStart = instant
            isPendingDamaged = frame.isDamaged
            let shown = pending.take()
            pending = consume frame
            if let shown { return TimedFrame(frame: shown, start: start, end: instant, isLast: false) }
        }
        guard let last = pending.take() else { return nil }
        let end = clock.end(ofLastFrameAt: pendingStart, lasting: last.duration ?? 0)
        return TimedFrame(frame: last, start: pendingStart, end: end, isLast: true)
    }
}
