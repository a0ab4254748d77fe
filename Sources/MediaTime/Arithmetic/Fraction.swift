/// A fraction of 128-bit integers, always reduced, for computations that must not be rounded on the way. Operations return
/// `nil` where the result does not fit.
struct Fraction: Hashable, Sendable {
    let numerator: Int128
    let denominator: Int128

    init(_ numerator: Int128, _ denominator: Int128) {
        let divisor = greatestCommonDivisor(numerator, denominator)
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    func adding(_ other: Fraction) -> Fraction? {
        let divisor = greatestCommonDivisor(denominator, other.denominator)
        let (a, aOverflow) = numerator.multipliedReportingOverflow(by: other.denominator / divisor)
        let (b, bOverflow) = other.numerator.multipliedReportingOverflow(by: denominator / divisor)
        let (sum, sumOverflow) = a.addingReportingOverflow(b)
        let (common, commonOverflow) = denominator.multipliedReportingOverflow(by: other.denominator / divisor)
        guard !aOverflow, !bOverflow, !sumOverflow, !commonOverflow else { return nil }
        return Fraction(sum, common)
    }

    func subtracting(_ other: Fraction) -> Fraction? {
        adding(Fraction(-other.numerator, other.denominator))
    }

    func multiplied(by other: Fraction) -> Fraction? {
        // Crosswise reduction keeps the intermediates small.
        let a = Fraction(numerator, other.denominator)
        let b = Fraction(other.numerator, denominator)
        let (top, topOverflow) = a.numerator.multipliedReportingOverflow(by: b.numerator)
        let (bottom, bottomOverflow) = a.denominator.multipliedReportingOverflow(by: b.denominator)
        guard !topOverflow, !bottomOverflow else { return nil }
        return Fraction(top, bottom)
    }

    func rounded(_ rounding: Rounding) -> Int128 { divide(numerator, by: denominator, rounding: rounding) }
}
