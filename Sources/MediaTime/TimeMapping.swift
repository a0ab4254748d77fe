/// One segment's retiming: a source range, played in a target range at a constant rate (`CMTimeMapping`).
///
/// The map is linear and goes on beyond both ranges, which is what decoding times before a segment's first picture
/// need.
public struct TimeMapping: Hashable, Sendable, CustomStringConvertible {
    /// What is played, in the source's time.
    public let source: TimeRange
    /// Where it is played, in the target's time.
    public let target: TimeRange
    /// Source duration ÷ target duration.
    public let rate: PlaybackRate

    /// A mapping between two ranges that are not empty.
    ///
    /// - Throws: ``TimeOverflow`` where a range is empty, or their quotient does not fit a rate.
    public init(source: TimeRange, target: TimeRange) throws(TimeOverflow) {
        guard let rate = PlaybackRate(source: source.duration, target: target.duration) else {
            throw TimeOverflow("\(source.duration) ÷ \(target.duration)")
        }
        self.source = source
        self.target = target
        self.rate = rate
    }

    /// The target instant of a source instant, exactly.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed; ``targetTicks(ofSource:unit:over:rounding:)`` always
    ///   can, to a tick.
    public func targetTime(ofSource time: RationalTime) throws(TimeOverflow) -> RationalTime {
        try target.start + rate.targetDuration(of: time - source.start)
    }

    /// The source instant that a target instant shows, exactly.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed.
    public func sourceTime(ofTarget time: RationalTime) throws(TimeOverflow) -> RationalTime {
        try source.start + rate.sourceDuration(of: time - target.start)
    }

    /// The target instant of a source instant in units of `unit / over` seconds, rounded once.
    ///
    /// - Throws: ``TimeOverflow`` where the count needs more than 64 bits.
    public func targetTicks(
        ofSource time: RationalTime,
        unit: Int32 = 1,
        over: Int32,
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        try Self.ticks(
            from: target.start,
            plus: (time, source.start),
            times: (rate.denominator, rate.numerator),
            unit: (unit, over),
            rounding: rounding
        )
    }

    /// The source instant of a target instant in units of `unit / over` seconds, rounded once.
    ///
    /// - Throws: ``TimeOverflow`` where the count needs more than 64 bits.
    public func sourceTicks(
        ofTarget time: RationalTime,
        unit: Int32 = 1,
        over: Int32,
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        try Self.ticks(
            from: source.start,
            plus: (time, target.start),
            times: (rate.numerator, rate.denominator),
            unit: (unit, over),
            rounding: rounding
        )
    }

    /// `origin + (time - zero) · factor` in units, in 128-bit fractions that are reduced on the way.
    private static func ticks(
        from origin: RationalTime,
        plus offset: (time: RationalTime, zero: RationalTime),
        times factor: (Int64, Int64),
        unit: (Int32, Int32),
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        let difference = Fraction(offset.time).subtracting(Fraction(offset.zero))
        let ticks = difference?
            .multiplied(by: Fraction(Int128(factor.0), Int128(factor.1)))?
            .adding(Fraction(origin))?
            .multiplied(by: Fraction(Int128(unit.1), Int128(unit.0)))?
            .rounded(rounding)
        guard let ticks, let fitting = Int64(exactly: ticks) else {
            throw TimeOverflow("\(origin) + (\(offset.time) - \(offset.zero)) × \(factor.0)/\(factor.1)")
        }
        return fitting
    }

    /// `[0 s, 1 s) → [0 s, 2 s)`.
    public var description: String { "\(source) → \(target)" }
}
