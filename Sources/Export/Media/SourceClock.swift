internal import MediaTime

/// Converts a track's timestamps to asset time, exactly. Timestamps are believed, unless the track has a ``FrameGrid``: then
/// each becomes the instant that it stands for.
struct SourceClock: Sendable {
    let track: MediaTrack
    /// The time on the file's own clock at asset time zero.
    let origin: RationalTime

    /// A timestamp as asset time, as the container states it; `nil` where there is none.
    func stated(_ ticks: Int64?) -> RationalTime? {
        guard let ticks,
            let time = RationalTime(
                ticks: ticks,
                unitNumerator: track.tickNumerator,
                unitDenominator: track.timescale
            )
        else { return nil }
        return try? time - origin
    }

    /// The instant of a timestamp, as asset time; `nil` where there is none.
    func instant(_ ticks: Int64?) -> RationalTime? {
        guard let instant = stated(ticks) else { return nil }
        return track.grid?.instant(of: instant) ?? instant
    }

    /// How long a packet lasts whose duration is given in ticks; where it is 0, the track's frame duration.
    ///
    /// Where the track has a grid or the container claims a constant rate, that is taken instead: libavformat's demuxers fill
    /// in missing durations from the codec's headers, and those may be wrong. MP4 and MOV state every duration.
    func duration(_ ticks: Int64) -> RationalTime {
        knownDuration(ticks) ?? track.video?.claimedFrameRate?.frameDuration ?? .zero
    }

    /// When the last frame of the track ends: as ``end(ofFrameAt:)`` has it. Where that is not known, by its duration in ticks, or before, where
    /// the container says of each track when it ends.
    func end(ofLastFrameAt start: RationalTime, lasting ticks: Int64) -> RationalTime {
        if let end = end(ofFrameAt: start) { return end }
        let end = (try? start + duration(ticks)) ?? start
        guard track.statesDurations, let stated = track.range?.end, stated > start else { return end }
        return min(end, stated)
    }

    /// When a frame ends that is the last one of the track; `nil` of any other, and where nothing but its packet says it.
    func end(ofFrameAt start: RationalTime) -> RationalTime? {
        guard let last = track.lastFrame, start == last.start, last.end > start else { return nil }
        return last.end
    }

    /// As ``duration(_:)``; `nil` where the duration is 0 and the rate is not constant.
    func knownDuration(_ ticks: Int64) -> RationalTime? {
        if let grid = track.grid { return grid.rate.frameDuration }
        guard let step = track.typicalStep else { return believedDuration(ticks) }
        return Self.lastDuration(believedDuration(ticks) ?? .zero, step)
    }

    /// How long a frame lasts behind which none is known: as long as is said, or where that is half of what frames are apart or less, as
    /// long as that. Headers of MPEG's codecs state a tick, of which a frame may be many, and AVI states places, of which every second one
    /// may be empty.
    static func lastDuration(_ stated: RationalTime, _ typicalStep: RationalTime?) -> RationalTime {
        guard let typicalStep, let doubled = try? stated + stated, doubled <= typicalStep else { return stated }
        return typicalStep
    }

    private func believedDuration(_ ticks: Int64) -> RationalTime? {
        if !track.statesDurations, let frame = track.video, frame.claimsConstantRate, let rate = frame.claimedFrameRate
        {
            return rate.frameDuration
        }
        let stated = statedDuration(ticks)
        return stated > .zero ? stated : nil
    }

    /// How many ticks a frame of the claimed rate lasts; not a whole number where the clock is coarse.
    var frameTicks: Double? {
        (track.grid?.rate ?? track.video?.claimedFrameRate).map { $0.frameDuration.seconds / track.tick.seconds }
    }

    /// A duration in ticks, taken at its word.
    func statedDuration(_ ticks: Int64) -> RationalTime {
        RationalTime(ticks: ticks, unitNumerator: track.tickNumerator, unitDenominator: track.timescale) ?? .zero
    }

    /// The last tick of the track that stands for an instant at or before an asset time.
    func ticks(at instant: RationalTime) throws(TimeOverflow) -> Int64 {
        func ticks(at time: RationalTime) throws(TimeOverflow) -> Int64 {
            try (time + origin).ticks(ofUnit: track.tickNumerator, over: track.timescale, rounding: .down)
        }
        guard let grid = track.grid, let lag = grid.lag else { return try ticks(at: instant) }
        // A timestamp may stand for an earlier instant than its own, and for a later one.
        var last = try ticks(at: max(instant, instant + lag)) + 1
        let first = min(try ticks(at: instant) - 1, try ticks(at: instant - grid.lead))
        while last > first, let own = self.instant(last), own > instant { last -= 1 }
        return last
    }
}
