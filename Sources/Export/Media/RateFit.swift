internal import MediaTime

/// How well timestamps, in any order, are rounded instants of a constant rate. Frames may be missing.
struct RateFit {
    let rate: FrameRate
    /// A frame lasts so many ticks, over ``denominator``.
    private let numerator: Int128
    private let denominator: Int128
    private var origin: Int64?
    /// The deviations from the instants of the rate, in ticks over ``denominator``.
    private var least: Int128 = 0
    private var greatest: Int128 = 0

    /// `nil` where frames are so close that rounding would explain anything.
    init?(_ rate: FrameRate, tick: RationalTime) {
        guard let ticks = PlaybackRate(source: rate.frameDuration, target: tick) else { return nil }
        self.rate = rate
        (numerator, denominator) = (Int128(ticks.numerator), Int128(ticks.denominator))
        guard numerator >= 2 * denominator else { return nil }
    }

    /// Takes the timestamp of a frame.
    mutating func add(_ ticks: Int64) {
        guard let origin else {
            origin = ticks
            return
        }
        let time = (Int128(ticks) - Int128(origin)) * denominator
        let (quotient, remainder) = (2 * time + numerator).quotientAndRemainder(dividingBy: 2 * numerator)
        let deviation = time - (remainder < 0 ? quotient - 1 : quotient) * numerator
        (least, greatest) = (min(least, deviation), max(greatest, deviation))
    }

    /// Whether rounding explains all of them: they deviate by less than one tick.
    var explainsAll: Bool { greatest - least < denominator }
}
