internal import MediaTime

/// Which output frames of a constant frame rate show which source frame: output frame *k* stands at *k* ÷ rate
/// and shows the latest source frame whose timestamp is at or before the source time of that instant.
///
/// The source frame at target time *T* is shown from output frame ⌈*T* · rate⌉ until the next one begins. Each source frame
/// is asked for by itself, so a plan of any length takes no memory. All arithmetic is exact. A reversed source is
/// mirrored: each frame is shown for as long as it is presented, and the frames come in reverse order.
struct FrameSelector: Sendable {
    /// Where the segment's frames come from and go to.
    let mapping: TimeMapping
    /// Output frames a second.
    let frameRate: FrameRate
    /// The segment goes on for as long as the source has frames.
    let isOpenEnded: Bool
    /// A tick of the source's clock, where its timestamps may be rounded and are believed; zero where they are exact.
    let tick: RationalTime
    /// The segment's own output frames: those whose instants lie in its target range.
    let outputFrames: Range<Int64>

    /// The selection of one segment. An open-ended one goes on for as long as the source has frames, whatever the header
    /// says. With `end` (target time) the segment's last frame is shown until then.
    ///
    /// - Throws: `TimeOverflow` where a frame's number needs more than 64 bits.
    init(
        mapping: TimeMapping,
        frameRate: FrameRate,
        isOpenEnded: Bool = false,
        tick: RationalTime = .zero,
        until end: RationalTime? = nil
    ) throws(TimeOverflow) {
        self.mapping = mapping
        self.frameRate = frameRate
        self.isOpenEnded = isOpenEnded
        self.tick = tick
        let first = try frameRate.frame(at: mapping.target.start, rounding: .up)
        let last = isOpenEnded ? .max : try frameRate.frame(at: end ?? mapping.target.end, rounding: .up)
        outputFrames = first..<max(first, last)
    }

    /// The output frames that show a source frame, which is presented from `start` until `end` (source time). The source's
    /// last frame has an end only in an open segment. Before the source's first frame nothing is shown: a track that
    /// begins late in the source begins late in the output. With `isLast` no frame of the source follows: an open segment has no output
    /// frame for what rounding adds at its end.
    ///
    /// - Throws: `TimeOverflow` where a frame's number needs more than 64 bits.
    func outputFrames(
        ofFrameFrom start: RationalTime,
        to end: RationalTime?,
        isLast isSourceLast: Bool = false
    ) throws(TimeOverflow) -> Range<Int64> {
        let end =
            try isSourceLast && isOpenEnded ? end.map { end throws(TimeOverflow) in try firm(end, from: start) } : end
        let isLast = covers(endingAt: end)
        switch mapping.course {
        case .constant, .ramp:
            let last = try isLast ? outputFrames.upperBound : end.map(outputFrame(at:)) ?? outputFrames.upperBound
            return try clamped(outputFrame(at: start), last)
        case .hold:
            return start <= mapping.source.start && isLast
                ? outputFrames : clamped(outputFrames.lowerBound, outputFrames.lowerBound)
        case .reverse:
            // Reversed, the end of a frame comes first.
            let first = try isLast ? outputFrames.lowerBound : end.map(outputFrame(at:)) ?? outputFrames.lowerBound
            return try clamped(first, start <= mapping.source.start ? outputFrames.upperBound : outputFrame(at: start))
        }
    }

    /// When a frame ends at the earliest: a tick before its end, where the clock cannot express how long it lasts. Then its timestamp was
    /// rounded, and up to so much of its time is none.
    private func firm(_ end: RationalTime, from start: RationalTime) throws(TimeOverflow) -> RationalTime {
        let duration = try end - start
        guard tick > .zero, duration >= (try tick + tick),
            let ticks = PlaybackRate(source: duration, target: tick), ticks.denominator != 1
        else { return end }
        return try end - tick
    }

    /// Whether a frame that is presented until `end` is the last one of the source that the segment shows.
    func covers(endingAt end: RationalTime?) -> Bool {
        guard let end else { return true }
        if isOpenEnded { return false }
        // A held frame is the one that is still there at its instant.
        return mapping.course == .hold ? end > mapping.source.end : end >= mapping.source.end
    }

    /// The first output frame at or after a source instant is played.
    ///
    /// Where a part of a ramp begins and ends in the source is rounded, and between that and where a frame begins there is none to be shown.
    private func outputFrame(at time: RationalTime) throws(TimeOverflow) -> Int64 {
        if mapping.isRamp {
            if try time - mapping.source.start <= TimeMapping.rampRounding { return outputFrames.lowerBound }
            if !isOpenEnded, try mapping.source.end - time <= TimeMapping.rampRounding {
                return outputFrames.upperBound
            }
        }
        return try mapping.place(ofSource: time, at: frameRate)
    }

    private func clamped(_ start: Int64, _ end: Int64) -> Range<Int64> {
        let first = min(max(start, outputFrames.lowerBound), outputFrames.upperBound)
        return first..<min(max(end, first), outputFrames.upperBound)
    }
}
