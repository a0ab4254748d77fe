internal import MediaTime

/// How well timestamps are rounded instants of a constant rate. Frames may be missing.
///
/// That is so where the timestamps' deviations from the rate's instants lie within less than one tick of the clock: then the
/// clock's rounding explains all of them, be it up, down or to the nearest.
struct RateFit {
    let rate: FrameRate
    /// A frame lasts so many ticks, over ``denominator``.
    private let numerator: Int128
    let denominator: Int128
    /// The deviations from the instants of the rate, in ticks over ``denominator``; that of the first timestamp is 0.
    private(set) var least: Int128 = 0
    private var greatest: Int128 = 0
    /// So much less than this the deviations lie apart, in ticks over ``denominator``.
    private let limit: Int128

    /// `nil` where frames are closer than ticks: then rounding would explain anything. With `acrossZero`, timestamps lie on both sides of the
    /// clock's zero: writers round a half away from that, so that two may lie a whole tick apart.
    init?(_ rate: FrameRate, tick: RationalTime, acrossZero: Bool = false) {
        guard let ticks = PlaybackRate(source: rate.frameDuration, target: tick) else { return nil }
        self.rate = rate
        (numerator, denominator) = (Int128(ticks.numerator), Int128(ticks.denominator))
        // Of an odd one there are no halves.
        limit = acrossZero && denominator % 2 == 0 ? denominator + 1 : denominator
        guard numerator >= denominator else { return nil }
    }

    /// The number of the instant that is nearest to a timestamp, given in ticks behind the first one or before it, and how far it lies
    /// from that, in ticks over ``denominator``.
    func place(of ticks: Int64) -> (frame: Int128, deviation: Int128) {
        let time = Int128(ticks) * denominator
        let (quotient, remainder) = (2 * time + numerator).quotientAndRemainder(dividingBy: 2 * numerator)
        let frame = remainder < 0 ? quotient - 1 : quotient
        return (frame, time - frame * numerator)
    }

    /// The number of the first instant behind another from which rounding explains a timestamp's deviation; `nil` where there is none.
    ///
    /// Of frames that are less than two ticks apart, the nearest instant may be that of a neighbour.
    func explainedPlace(of ticks: Int64, behind last: Int128) -> (frame: Int128, deviation: Int128)? {
        let (nearest, deviation) = place(of: ticks)
        guard isClose else { return nearest > last && explains(deviation) ? (nearest, deviation) : nil }
        for frame in max(last + 1, nearest - 1)..<max(last + 1, nearest + 2) {
            let deviation = deviation + (nearest - frame) * numerator
            if explains(deviation) { return (frame, deviation) }
        }
        return nil
    }

    /// Takes a deviation where rounding explains it beside those that were taken before. Returns whether it does.
    mutating func take(_ deviation: Int128) -> Bool {
        guard explains(deviation) else { return false }
        (least, greatest) = (min(least, deviation), max(greatest, deviation))
        return true
    }

    /// Whether rounding explains a deviation beside those that were taken.
    private func explains(_ deviation: Int128) -> Bool {
        max(greatest, deviation) - min(least, deviation) < limit
    }

    /// Whether frames are less than two ticks apart.
    var isClose: Bool { numerator < 2 * denominator }

    /// Halfway between the least and the greatest deviation, in ticks over ``denominator``.
    var middle: Int128 { (least + greatest) / 2 }

    /// Whether the clock can express the rate exactly, so that its timestamps need no grid.
    var isExact: Bool { denominator == 1 }

    /// How far apart the deviations lie, relative to a tick.
    var spread: Double { Double(greatest - least) / Double(denominator) }
}
