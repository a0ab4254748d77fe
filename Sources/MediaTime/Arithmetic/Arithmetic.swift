/// The greatest common divisor (Euclid); of zero and x it is x.
func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
    var (a, b) = (a.magnitude, b.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    return Int128(a)
}

/// `numerator ÷ denominator` to a whole number; `denominator` is positive.
func divide(_ numerator: Int128, by denominator: Int128, rounding: Rounding) -> Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
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
