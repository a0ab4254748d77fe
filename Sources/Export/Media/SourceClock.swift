internal import MediaTime

/// Turns a track's timestamps into asset time, exactly; where the container's clock is too coarse for the track's
/// constant rate, into what they stand for (``FrameGrid``).
struct SourceClock: Sendable {
    let track: MediaTrack
    /// What the file's own clock shows at asset time zero.
    let origin: RationalTime
    let grid: FrameGrid?

    init(track: MediaTrack, origin: RationalTime) {
        self.track = track
        self.origin = origin
        grid = FrameGrid(
            rate: track.video.flatMap { $0.claimsConstantRate ? $0.claimedFrameRate : nil },
            tick: track.tick,
            origin: track.range?.start ?? .zero
        )
    }

    /// A timestamp as asset time; `nil` where there is none.
    func instant(_ ticks: Int64?) -> RationalTime? {
        guard let ticks,
            let time = RationalTime(
                ticks: ticks,
                unitNumerator: track.tickNumerator,
                unitDenominator: track.timescale
            ),
            let instant = try? time - origin
        else { return nil }
        return grid?.instant(of: instant) ?? instant
    }

    /// A duration in ticks; where the container has none, the track's frame duration. libavformat's demuxers make up what
    /// a container leaves out from the codec's headers, so a constant rate that the timestamps bear out comes first.
    func duration(_ ticks: Int64) -> RationalTime {
        if let frame = track.video, frame.claimsConstantRate, let rate = frame.claimedFrameRate {
            return rate.frameDuration
        }
        let stated = statedDuration(ticks)
        return stated > .zero ? stated : track.video?.claimedFrameRate?.frameDuration ?? .zero
    }

    /// How many ticks a frame of the claimed rate lasts; not a whole number where the clock is coarse.
    var frameTicks: Double? {
        track.video?.claimedFrameRate.map { $0.frameDuration.seconds / track.tick.seconds }
    }

    /// A duration in ticks as it is.
    func statedDuration(_ ticks: Int64) -> RationalTime {
        RationalTime(ticks: ticks, unitNumerator: track.tickNumerator, unitDenominator: track.timescale) ?? .zero
    }

    /// An asset time in the track's ticks, to the tick at or before it.
    func ticks(at instant: RationalTime) throws(TimeOverflow) -> Int64 {
        try (instant + origin).ticks(ofUnit: track.tickNumerator, over: track.timescale, rounding: .down)
    }
}
