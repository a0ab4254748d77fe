/// One segment's retiming: a source range, played in a target range (Core Media's `CMTimeMapping`).
///
/// The map goes on outside of both ranges: decoding times can lie before a segment's first frame.
public struct TimeMapping: Hashable, Sendable, CustomStringConvertible {
    /// How source time passes in target time.
    public enum Course: Hashable, Sendable {
        /// Forwards, at one rate: source duration ÷ target duration.
        case constant(PlaybackRate)
        /// Forwards, at a rate that changes. The mapping is all of the ramp, or a part of it.
        case ramp(Ramp)
        /// Backwards, at one rate: from the end of the source range to its start.
        case reverse(PlaybackRate)
        /// Not at all: one source instant is shown throughout. The source range is empty.
        case hold
    }

    /// The range that is played, in source time.
    public let source: TimeRange
    /// The range that it is played in, in target time.
    public let target: TimeRange
    /// How source time passes in the target range.
    public let course: Course

    init(source: TimeRange, target: TimeRange, course: Course) {
        self.source = source
        self.target = target
        self.course = course
    }

    /// The rate of a mapping that goes forwards at one rate; `nil` for ramps, holds and reversals.
    public var rate: PlaybackRate? { if case .constant(let rate) = course { rate } else { nil } }

    /// The rate through the target range; for a reversal, that of the reversed source. `nil` for a hold, in which no source
    /// time passes.
    public var curve: RateCurve? {
        switch course {
        case .constant(let rate), .reverse(let rate): .constant(rate)
        case .ramp(let ramp): ramp.curve
        case .hold: nil
        }
    }

    /// The target instant of a source instant. It is exact, except in a ramp, whose inverse is irrational: there it is the
    /// nearest tick of about a microsecond. In a hold it is the start for source instants up to the one that is held, and the
    /// end for all later ones.
    ///
    /// - Throws: ``TimeOverflow`` where it cannot be expressed. ``targetTicks(ofSource:unit:over:rounding:)`` gives a tick
    ///   in nearly all of these cases.
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

    /// The source instant that is played at a target instant, exactly.
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
        case .ramp(let ramp):
            let ticks = try ramp.targetTicks(ofSource: time, unit: unit, over: over, rounding: rounding)
            guard target != ramp.target else { return ticks }
            // Ends of a part are rounded instants of the ramp: what is there is at the ends of the target range all the same.
            let first = try target.start.ticks(ofUnit: unit, over: over, rounding: rounding)
            let last = try target.end.ticks(ofUnit: unit, over: over, rounding: rounding)
            if time <= source.start { return time == source.start ? first : min(ticks, first) }
            if time >= source.end { return time == source.end ? last : max(ticks, last) }
            return min(max(ticks, first), last)
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

    /// `origin + (time - zero) · factor` in units, computed in 128-bit fractions.
    private static func ticks(
        from origin: RationalTime,
        plus offset: (time: RationalTime, zero: RationalTime),
        times factor: (Int64, Int64),
        unit: (Int32, Int32),
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        if let ticks = plainTicks(from: origin, plus: offset, times: factor, unit: unit, rounding: rounding),
            let fitting = Int64(exactly: ticks)
        {
            return fitting
        }
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

    /// The same without reducing any fraction on the way, which takes most of the time of each packet; `nil` where the products
    /// do not fit.
    private static func plainTicks(
        from origin: RationalTime,
        plus offset: (time: RationalTime, zero: RationalTime),
        times factor: (Int64, Int64),
        unit: (Int32, Int32),
        rounding: Rounding
    ) -> Int128? {
        var overflow = false
        func product(_ a: Int128, _ b: Int128) -> Int128 {
            let (result, isOver) = a.multipliedReportingOverflow(by: b)
            overflow = overflow || isOver
            return result
        }
        let (time, zero) = (offset.time, offset.zero)
        let (timeScale, zeroScale, originScale) = (
            Int128(time.timescale), Int128(zero.timescale), Int128(origin.timescale)
        )
        // Both scales are often the same.
        let (difference, scale) =
            timeScale == zeroScale
            ? (Int128(time.value) - Int128(zero.value), timeScale)
            : (product(Int128(time.value), zeroScale) - product(Int128(zero.value), timeScale), timeScale * zeroScale)
        let denominator = product(scale, Int128(factor.1))
        let moved = product(product(difference, Int128(factor.0)), originScale)
        let (sum, isOver) = moved.addingReportingOverflow(product(Int128(origin.value), denominator))
        let numerator = product(sum, Int128(unit.1))
        let whole = product(product(denominator, originScale), Int128(unit.0))
        return overflow || isOver ? nil : divide(numerator, by: whole, rounding: rounding)
    }

    /// `[0 s, 1 s) → [0 s, 2 s)`.
    public var description: String { "\(source) → \(target)" }
}
