/// A change of rate: a source range, played while the rate goes from one value to another in target time.
///
/// With *a* the rate at its beginning, *b* at its end, *S* its source length and *t* the target time since its beginning,
/// it lasts *T* = 2 · *S* ÷ (*a* + *b*), and shows source offset *a* · *t* + (*b* − *a*) · *t*² ÷ (2 · *T*) where the
/// rate changes evenly; along smoothstep it shows *a* · *t* + (*b* − *a*) · (*t*³ ÷ *T*² − *t*⁴ ÷ (2 · *T*³)). Before
/// and after itself it goes on at the rate of its end.
///
/// The source instant of a target instant is exact. The inverse is a root, which is irrational as a rule, so it is only given
/// in ticks, rounded once. A first guess is made in floating point. Exact comparisons of the source instants at the ticks
/// around the guess then find the right tick. Therefore the map and its inverse are monotone.
public struct Ramp: Hashable, Sendable {
    /// The source range of the whole ramp.
    public let source: TimeRange
    /// The target range of the whole ramp.
    public let target: TimeRange
    /// The rate from the beginning to the end of the target range.
    public let curve: RateCurve

    /// A ramp of a source range from a target instant on.
    ///
    /// - Throws: ``TimeOverflow`` where its length cannot be expressed.
    public init(
        _ source: TimeRange,
        at targetStart: RationalTime,
        from: PlaybackRate,
        to: PlaybackRate,
        _ shape: RampShape
    ) throws(TimeOverflow) {
        let sum = Fraction(from).adding(Fraction(to))?.multiplied(by: Fraction(1, 2))
        guard let sum, let mean = PlaybackRate(numerator: sum.numerator, denominator: sum.denominator) else {
            throw TimeOverflow("(\(from) + \(to)) ÷ 2")
        }
        let duration = try mean.targetDuration(of: source.duration)
        self.init(
            source: source,
            target: try TimeRange(start: targetStart, duration: duration),
            curve: RateCurve(from: from, to: to, shape)
        )
    }

    private init(source: TimeRange, target: TimeRange, curve: RateCurve) {
        self.source = source
        self.target = target
        self.curve = curve
    }

    /// The same ramp at another target instant, `stretch` times as long.
    func moved(to targetStart: RationalTime, stretchedBy stretch: PlaybackRate) throws(TimeOverflow) -> Ramp {
        let duration = try stretch.sourceDuration(of: target.duration)
        let (from, to) = curve.ends
        guard let slowFrom = from.divided(by: stretch), let slowTo = to.divided(by: stretch) else {
            throw TimeOverflow("\(from)..\(to) ÷ \(stretch)")
        }
        return Ramp(
            source: source,
            target: try TimeRange(start: targetStart, duration: duration),
            curve: RateCurve(from: slowFrom, to: slowTo, curve.shape)
        )
    }

    /// The same ramp of what is so much later in the source.
    func later(inSource delay: RationalTime) throws(TimeOverflow) -> Ramp {
        Ramp(source: try TimeRange(start: source.start + delay, end: source.end + delay), target: target, curve: curve)
    }

    /// The source instant of a target instant, exactly; `nil` where 128-bit fractions do not hold it.
    func sourceTime(ofTarget time: RationalTime) -> Fraction? {
        let (from, to) = (Fraction(curve.ends.0), Fraction(curve.ends.1))
        let length = Fraction(target.duration)
        guard let offset = Fraction(time).subtracting(Fraction(target.start)) else { return nil }
        if time >= target.end {
            return Fraction(time).subtracting(Fraction(target.end))?.multiplied(by: to)?.adding(Fraction(source.end))
        }
        if time <= target.start { return offset.multiplied(by: from)?.adding(Fraction(source.start)) }
        guard let part = offset.multiplied(by: Fraction(length.denominator, length.numerator)) else { return nil }
        let half = part.multiplied(by: Fraction(1, 2))
        let weight = curve.isSmooth ? half.flatMap { Fraction(1, 1).subtracting($0)?.multiplied(by: part) } : half
        let share = curve.isSmooth ? weight?.multiplied(by: part) : weight
        return share.flatMap { to.subtracting(from)?.multiplied(by: $0)?.adding(from)?.multiplied(by: offset) }?
            .adding(Fraction(source.start))
    }

    /// The source instant of a target instant, exactly.
    func sourceTime(ofTarget time: BigFraction) -> BigFraction {
        let (from, to) = (BigFraction(curve.ends.0), BigFraction(curve.ends.1))
        let offset = time - BigFraction(target.start)
        if offset.isNegative { return BigFraction(source.start) + from * offset }
        let beyond = time - BigFraction(target.end)
        if !beyond.isNegative { return BigFraction(source.end) + to * beyond }
        let part = offset / BigFraction(target.duration)
        let half = part * BigFraction(1, 2)
        let weight = curve.isSmooth ? part * part * (BigFraction(1, 1) - half) : half
        return BigFraction(source.start) + offset * (from + (to - from) * weight)
    }

    /// The source instant of a target instant, in seconds, in floating point.
    func approximateSource(ofTarget seconds: Double) -> Double {
        source.start.seconds
            + curve.sourceOffset(at: seconds - target.start.seconds, length: target.duration.seconds)
    }

    /// The target instant of a source instant, in seconds, in floating point.
    func approximateTarget(ofSource seconds: Double) -> Double {
        target.start.seconds
            + curve.targetOffset(of: seconds - source.start.seconds, length: target.duration.seconds)
    }
}
