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
        let wanted = BigFraction(instant)
        /// What is played at a tick, or half a tick before it.
        func played(at tick: Int64, halfBefore: Bool = false) -> BigFraction {
            let halves = 2 * Int128(tick) - (halfBefore ? 1 : 0)
            return sourceTime(ofTarget: BigFraction(halves * Int128(unit), 2 * Int128(over)))
        }
        let guess = approximateTarget(ofSource: instant.seconds) * Double(over) / Double(unit)
        switch rounding {
        case .down:
            return try last(near: guess) { played(at: $0) <= wanted }
        case .up:
            return try last(near: guess) { !(wanted <= played(at: $0)) } + 1
        case .nearest:
            return try last(near: guess) { played(at: $0, halfBefore: true) <= wanted }
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
        let played = sourceTime(ofTarget: BigFraction(instant))
        func time(_ tick: Int64, halfBefore: Bool = false) -> BigFraction {
            BigFraction((2 * Int128(tick) - (halfBefore ? 1 : 0)) * Int128(unit), 2 * Int128(over))
        }
        let guess = approximateSource(ofTarget: instant.seconds) * Double(over) / Double(unit)
        switch rounding {
        case .down:
            return try last(near: guess) { time($0) <= played }
        case .up:
            return try last(near: guess) { !(played <= time($0)) } + 1
        case .nearest:
            return try last(near: guess) { time($0, halfBefore: true) <= played }
        case .towardZero:
            return try sourceTicks(ofTarget: instant, unit: unit, over: over, rounding: guess < 0 ? .up : .down)
        }
    }

    /// The last whole number for which a condition holds that holds up to some number and not beyond; found from a guess
    /// in steps that double, and then by halves.
    private func last(near guess: Double, where holds: (Int64) -> Bool) throws(TimeOverflow) -> Int64 {
        // Steps from here cannot leave 64 bits.
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
