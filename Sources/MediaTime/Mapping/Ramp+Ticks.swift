extension Ramp {
    /// The target instant of a source instant in units of `unit / over` seconds, rounded once.
    ///
    /// - Throws: ``TimeOverflow`` where the count needs more than 62 bits.
    func targetTicks(
        ofSource instant: RationalTime,
        unit: Int32,
        over: Int32,
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        let clock = TickClock(unit: unit, over: over)
        let guess = clock.ticks(approximateTarget(ofSource: instant.seconds))
        switch rounding {
        case .down:
            return try last(near: guess) { compare(targetAt: clock.time($0), with: instant) <= 0 }
        case .up:
            return try last(near: guess) { compare(targetAt: clock.time($0), with: instant) < 0 } + 1
        case .nearest:
            return try last(near: guess) { compare(targetAt: clock.timeHalfBefore($0), with: instant) <= 0 }
        case .towardZero:
            return try targetTicks(ofSource: instant, unit: unit, over: over, rounding: guess < 0 ? .up : .down)
        }
    }

    /// The source instant of a target instant in units of `unit / over` seconds, rounded once.
    ///
    /// - Throws: ``TimeOverflow`` where the count needs more than 62 bits.
    func sourceTicks(
        ofTarget instant: RationalTime,
        unit: Int32,
        over: Int32,
        rounding: Rounding
    ) throws(TimeOverflow) -> Int64 {
        let clock = TickClock(unit: unit, over: over)
        let played = sourceTime(ofTarget: BigFraction(instant))
        let guess = clock.ticks(approximateSource(ofTarget: instant.seconds))
        switch rounding {
        case .down:
            return try last(near: guess) { (clock.time($0).exact - played).sign <= 0 }
        case .up:
            return try last(near: guess) { (clock.time($0).exact - played).sign < 0 } + 1
        case .nearest:
            return try last(near: guess) { (clock.timeHalfBefore($0).exact - played).sign <= 0 }
        case .towardZero:
            return try sourceTicks(ofTarget: instant, unit: unit, over: over, rounding: guess < 0 ? .up : .down)
        }
    }

    /// The sign of the source instant played at a target instant minus another source instant. Floating point decides where
    /// the difference is larger than its error. Exact arithmetic is needed only where the two are nearly the same (a
    /// filtered predicate: Shewchuk, "Adaptive precision floating-point arithmetic", 1997).
    private func compare(targetAt time: TickClock.Instant, with instant: RationalTime) -> Int {
        let wanted = instant.seconds
        let difference = approximateSource(ofTarget: time.seconds) - wanted
        let (from, to) = (curve.ends.0.approximation, curve.ends.1.approximation)
        // 2⁻⁴⁴ of the magnitudes: some hundred times the rounding error of one operation.
        let magnitude =
            wanted.magnitude + source.end.seconds.magnitude + time.seconds.magnitude
            + target.end.seconds.magnitude
        let error = magnitude * (1 + from + to) * 0x1p-44
        if difference.magnitude > error { return difference < 0 ? -1 : 1 }
        return (sourceTime(ofTarget: time.exact) - BigFraction(instant)).sign
    }

    /// The last whole number for which a condition holds. The condition holds for all numbers up to it and for none above. The
    /// search starts at a guess, takes steps that double, and then halves the range.
    private func last(near guess: Double, where holds: (Int64) -> Bool) throws(TimeOverflow) -> Int64 {
        // From within 62 bits the steps cannot leave 64 bits.
        guard guess.magnitude < 0x1p61 else { throw TimeOverflow("tick \(guess) of the ramp \(source) → \(target)") }
        let start = Int64(guess.rounded(.down))
        var step: Int64 = 1
        var (low, high): (Int64, Int64)
        if holds(start) {
            (low, high) = (start, start + 1)
            while holds(high) {
                step *= 2
                (low, high) = (high, high + step)
            }
        } else {
            (low, high) = (start - 1, start)
            while !holds(low) {
                step *= 2
                (low, high) = (low - step, low)
            }
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if holds(middle) { low = middle } else { high = middle }
        }
        return low
    }
}

/// Instants counted in units of `unit / over` seconds.
private struct TickClock {
    let unit: Int32
    let over: Int32

    struct Instant {
        let halves: Int64
        let clock: TickClock

        var exact: BigFraction { BigFraction(Int128(halves) * Int128(clock.unit), 2 * Int128(clock.over)) }
        var seconds: Double { Double(halves) * Double(clock.unit) / (2 * Double(clock.over)) }
    }

    func time(_ tick: Int64) -> Instant { Instant(halves: 2 * tick, clock: self) }

    func timeHalfBefore(_ tick: Int64) -> Instant { Instant(halves: 2 * tick - 1, clock: self) }

    func ticks(_ seconds: Double) -> Double { seconds * Double(over) / Double(unit) }
}
