/// The greatest common divisor (Euclid); of zero and x it is x.
package func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
    var (a, b) = (a.magnitude, b.magnitude)
    while b != 0 {
        // The processor divides 64 bits itself, in a tenth of the time.
        if a >> 64 == 0, b >> 64 == 0 {
            return Int128(greatestCommonDivisor(UInt64(truncatingIfNeeded: a), UInt64(truncatingIfNeeded: b)))
        }
        (a, b) = (b, a % b)
    }
    return Int128(a)
}

private func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
}

/// `numerator ÷ denominator` to a whole number; `denominator` is positive.
func divide(_ numerator: Int128, by denominator: Int128, rounding: Rounding) -> Int128 {
    let (quotient, remainder) = quotientAndRemainder(numerator, denominator)
    switch rounding {
    case .towardZero:
        return quotient
    case .down:
        return remainder < 0 ? quotient - 1 : quotient
    case .up:
        return remainder > 0 ? quotient + 1 : quotient
    case .nearest:
        // Halves go up: -1/2 becomes 0, 1/2 becomes 1.
        let floor = remainder < 0 ? quotient - 1 : quotient
        let rest = remainder < 0 ? remainder + denominator : remainder
        // Not `2 * rest`, which may need more than 128 bits.
        return rest >= denominator - rest ? floor + 1 : floor
    }
}

/// Truncated division; in 64 bits where both fit.
private func quotientAndRemainder(_ numerator: Int128, _ denominator: Int128) -> (Int128, Int128) {
    let (a, b) = (Int64(truncatingIfNeeded: numerator), Int64(truncatingIfNeeded: denominator))
    guard Int128(a) == numerator, Int128(b) == denominator else {
        return numerator.quotientAndRemainder(dividingBy: denominator)
    }
    // A denominator is positive, so the quotient fits.
    let result = a.quotientAndRemainder(dividingBy: b)
    return (Int128(result.quotient), Int128(result.remainder))
}
