/// A fraction of any size, never reduced. It is for comparisons that need more than 128 bits: a smooth ramp is a polynomial of
/// the fourth degree.
struct BigFraction: Sendable {
    let numerator: BigInteger
    /// Positive.
    let denominator: BigInteger

    private init(numerator: BigInteger, denominator: BigInteger) {
        self.numerator = numerator
        self.denominator = denominator
    }

    init(_ numerator: Int128, _ denominator: Int128) {
        self.init(numerator: BigInteger(numerator), denominator: BigInteger(denominator))
    }

    var isNegative: Bool { numerator.isNegative }

    static func + (a: BigFraction, b: BigFraction) -> BigFraction {
        BigFraction(
            numerator: a.numerator * b.denominator + b.numerator * a.denominator,
            denominator: a.denominator * b.denominator
        )
    }

    static func - (a: BigFraction, b: BigFraction) -> BigFraction {
        a + BigFraction(numerator: -b.numerator, denominator: b.denominator)
    }

    static func * (a: BigFraction, b: BigFraction) -> BigFraction {
        BigFraction(numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator)
    }

    /// The quotient; `b` is positive.
    static func / (a: BigFraction, b: BigFraction) -> BigFraction {
        BigFraction(numerator: a.numerator * b.denominator, denominator: a.denominator * b.numerator)
    }

    /// -1, 0 or 1.
    var sign: Int { numerator.sign }
}
