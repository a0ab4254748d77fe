internal import MediaTime

/// The instants of a constant frame rate that a container's clock is too coarse to write down.
///
/// Matroska counts milliseconds, so 120 frames a second have the timestamps 0, 8, 17, 25 ms. At a timescale of 600, 29.97
/// frames a second are mostly 20 ticks apart, and sometimes 21. A grid is assumed only where it explains every timestamp of a
/// track as a rounded one (``FrameGridSearch``).
struct FrameGrid: Hashable, Sendable {
    /// The track's first timestamp (asset time). It is on the grid.
    let origin: RationalTime
    let rate: FrameRate
    /// How much earlier than its instant a timestamp is at most; less than a tick.
    let lead: RationalTime
    /// How much later than their instants timestamps are, halfway between the earliest and the latest: by that the first is late or early.
    let middle: RationalTime
    /// How much later than its instant a timestamp is at most; less than the step of the clock that timestamps were rounded to.
    var lag: RationalTime? { try? middle + middle + lead }

    /// Whether frames are missing: the grid has instants between the first and the last frame at which there is none.
    let hasGaps: Bool
    /// How many timestamps lie elsewhere than their instants by more than rounding explains; 0 where timestamps are read as the grid.
    var outliers: Int64 = 0
    /// By how much one of those is off at most.
    var farthest = RationalTime.zero

    /// The exact instant that a timestamp stands for.
    func instant(of timestamp: RationalTime) -> RationalTime {
        guard let offset = try? timestamp - origin - middle,
            let frame = try? rate.frame(at: offset, rounding: .nearest),
            let distance = try? rate.time(ofFrame: frame),
            let instant = try? origin + distance
        else { return timestamp }
        return instant
    }

    /// How much later than a timestamp its exact instant is; zero where none was rounded down to it.
    func delay(of timestamp: RationalTime) -> RationalTime {
        guard let delay = try? instant(of: timestamp) - timestamp, delay > .zero, delay <= lead else { return .zero }
        return delay
    }
}
