internal import MediaTime

/// The instants of a constant frame rate that a container's clock is too coarse to write down.
///
/// Matroska counts milliseconds, so 120 frames a second have the timestamps 0, 8, 17, 25 ms. In MP4 a timescale of 600
/// cannot express 1/240 s. Taken literally, such timestamps would show one frame twice and another not at all. A timestamp
/// within one tick of the grid is moved to the grid; any other is believed.
struct FrameGrid: Hashable, Sendable {
    let origin: RationalTime
    let rate: FrameRate
    /// One tick of the container's clock.
    let tick: RationalTime

    /// The grid of a track that states a rate which its clock cannot express; `nil` where timestamps can be exact.
    init?(rate: FrameRate?, tick: RationalTime, origin: RationalTime) {
        guard let rate, let ticks = PlaybackRate(source: rate.frameDuration, target: tick), ticks.denominator != 1,
            tick < rate.frameDuration
        else { return nil }
        self.rate = rate
        self.tick = tick
        self.origin = origin
    }

    /// The exact instant that a timestamp stands for.
    func instant(of timestamp: RationalTime) -> RationalTime {
        guard let offset = try? timestamp - origin,
            let frame = try? rate.frame(at: offset, rounding: .nearest),
            let distance = try? rate.time(ofFrame: frame),
            let instant = try? origin + distance,
            let error = try? instant - timestamp, let deviation = error.isNegative ? try? error.negated() : error
        else { return timestamp }
        return deviation <= tick ? instant : timestamp
    }
}
