internal import FFmpeg
internal import MediaTime

/// Decodes the frames of stills, which are asked for in ascending order.
struct StillFrames: ~Copyable {
    /// Up to so many frames are decoded in place of a seek, which costs about as much.
    private static let nearby: Int64 = 32

    private var frames: TimedFrames
    /// The frame that was decoded last, where it comes after what was asked for.
    private var ahead: TimedFrame?
    /// What was asked for last.
    private var last: Still?

    static func open(_ plan: StillPlan, damage: DamageLog) throws -> StillFrames {
        let frames = try DecodedFrames.open(TrackReader(plan.media, track: plan.track), damage: damage)
        return StillFrames(TimedFrames(frames))
    }

    private init(_ frames: consuming TimedFrames) { self.frames = frames }

    /// The frame of a still, where it can be decoded.
    mutating func frame(of still: Still) throws -> Frame? {
        if !isNear(still) {
            ahead = nil
            try frames.seek(to: still.instant)
        }
        last = still
        while let timed = try ahead.take() ?? frames.next() {
            if timed.start < still.instant { continue }
            if timed.start == still.instant { return try timed.frame.reference() }
            ahead = consume timed
            return nil
        }
        return nil
    }

    /// Whether a still is reached by decoding on: no key frame lies between, or it is a few frames away.
    private func isNear(_ still: Still) -> Bool {
        guard let last else { return false }
        return still.keyFrame <= last.instant || still.number - last.number <= Self.nearby
    }
}
