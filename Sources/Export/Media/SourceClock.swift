internal import MediaTime

/// Converts a track's timestamps to asset time, exactly. Where the container's clock is too coarse for the track's constant
/// rate, a timestamp becomes the instant that it stands for (``FrameGrid``).
struct SourceClock: Sendable {
    let track: MediaTrack
    /// The time on the file's own clock at asset time zero.
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

    /// How long a packet lasts whose duration is given in ticks; where it is 0, the track's frame duration.
    ///
    /// Where the container claims a constant rate, that is taken instead. libavformat's demuxers fill in missing durations
    /// from the codec's headers, and those may be wrong.
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

    /// A duration in ticks, taken at its word.
    func statedDuration(_ ticks: Int64) -> RationalTime {
        RationalTime(ticks: ticks, unitNumerator: track.tickNumerator, unitDenominator: track.timescale) ?? .zero
    }

    /// An asset time in the track's ticks, rounded down.
    func ticks(at instant: RationalTime) throws(TimeOverflow) -> Int64 {
        try (instant + origin).ticks(ofUnit: track.tickNumerator, over: track.timescale, rounding: .down)
    }
}
