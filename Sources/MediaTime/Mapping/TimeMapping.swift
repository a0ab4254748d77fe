/// One segment's retiming: a source range, played in a target range (`CMTimeMapping`).
///
/// The map goes on beyond both ranges, which is what decoding times before a segment's first frame need.
public struct TimeMapping: Hashable, Sendable, CustomStringConvertible {
    /// How source time passes in target time.
    public enum Course: Hashable, Sendable {
        /// At one rate: source duration ÷ target duration.
        case constant(PlaybackRate)
        /// At a rate that changes; the mapping is all of the ramp, or a part.
        case ramp(Ramp)
        /// Backwards, at one rate: what lies just before the source range's end comes first.
        case reverse(PlaybackRate)
        /// Not at all: the source range is one instant, and empty.
        case hold
    }

    /// What is played, in the source's time.
    public let source: TimeRange
    /// Where it is played, in the target's time.
    public let target: TimeRange
    /// How source time passes in it.
    public let course: Course

    init(source: TimeRange, target: TimeRange, course: Course) {
        self.source = source
        self.target = target
        self.course = course
    }

    /// The rate where there is only one, forwards; `nil` for ramps, holds and what is reversed.
    public var rate: PlaybackRate? { if case .constant(let rate) = course { rate } else { nil } }

    /// How the rate runs through the target range; of a reversed mapping, through the source as it is heard backwards;
    /// `nil` for a hold, in which no source time passes.
    public var curve: RateCurve? {
        switch course {
        case .constant(let rate), .reverse(let rate): .constant(rate)
        case .ramp(let ramp): ramp.curve
        case .hold: nil
        }
    }

    /// The target instant of a source instant: exactly, or, in a ramp, whose inverse is irrational, to the nearest tick of
    /// about a microsecond. What a hold shows before its own instant it shows at its beginning, all else at its end.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed; ``targetTicks(ofSource:unit:over:rounding:)`` always
    ///   can, to a tick.
    public func targetTime(ofSource time: RationalTime) throws(TimeOverflow) -> RationalTime {
        switch course {
        case .constant(let rate):
            return try target.start + rate.targetDuration(of: time - source.start)
        case .reverse(let rate):
            return try target.start + rate.targetDuration(of: source.end - time)
        case .hold:
            return time <= source.start ? target.start : target.end
        case .ramp(let ramp):
            if time == source.start { return target.start }
            if time == source.end { return target.end }
            let timescale = ramp.target.end.fineTimescale
            return RationalTime(
                try ramp.targetTicks(ofSource: time, unit: 1, over: timescale, rounding: .nearest),
                timescale
            )
        }
    }

    /// The source instant that a target instant shows, exactly.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed.
    public func sourceTime(ofTarget time: RationalTime) throws(TimeOverflow) -> RationalTime {
        switch course {
        case .constant(let rate):
            return try source.start + rate.sourceDuration(of: time - target.start)
        case .reverse(let rate):
            return try source.end - rate.sourceDuration(of: time - target.start)
        case .hold:
            return source.start
        case .ramp(let ramp):
            guard let exact = ramp.sourceTime(ofTarget: time),
                let instant = RationalTime(numerator: exact.numerator, denominator: exact.denominator)
            else { throw TimeOverflow("the source time at \(time) of the ramp \(self)") }
            return instant
        }
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
        let offset: (RationalTime, RationalTime)
        let constant: PlaybackRate
        switch course {
        case .constant(let rate): (offset, constant) = ((time, source.start), rate)
        case .reverse(let rate): (offset, constant) = ((source.end, time), rate)
        case .hold: return try targetTime(ofSource: time).ticks(ofUnit: unit, over: over, rounding: rounding)
        case .ramp(let ramp): return try ramp.targetTicks(ofSource: time, unit: unit, over: over, rounding: rounding)
        }
        return try Self.ticks(
            from: target.start,
            plus: offset,
            times: (constant.denominator, constant.numerator),
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
        let origin: RationalTime
        let factor: (Int64, Int64)
        switch course {
        case .constant(let rate): (origin, factor) = (source.start, (rate.numerator, rate.denominator))
        case .reverse(let rate): (origin, factor) = (source.end, (-rate.numerator, rate.denominator))
        case .hold: return try source.start.ticks(ofUnit: unit, over: over, rounding: rounding)
        case .ramp(let ramp): return try ramp.sourceTicks(ofTarget: time, unit: unit, over: over, rounding: rounding)
        }
        return try Self.ticks(
            from: origin,
            plus: (time, target.start),
            times: factor,
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
