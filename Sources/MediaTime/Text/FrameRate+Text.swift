extension FrameRate {
    /// The highest rate that is accepted from people, in frames per second.
    private static let highest = 1_000_000

    /// Reads `30`, `30000/1001`, `12.5`, and the names that television uses: `23.976`, `29.97`, `59.94` and `119.88` mean
    /// *n* · 1000/1001, where *n* is a multiple of 12 or 15. Every other decimal number is read exactly.
    ///
    /// - Throws: ``ParseError`` for other text and for a rate that is not positive.
    public init(parsing text: String) throws(ParseError) {
        let forms = "a frame rate is written 30, 29.97, 12.5 or 30000/1001"
        if let decimal = Decimal.parse(text[...]), let television = Self.television(decimal) {
            self = television
            return
        }
        guard let fraction = Fraction(parsing: text[...]) else { throw ParseError(text, forms) }
        let rate = FrameRate(numerator: fraction.numerator, denominator: fraction.denominator)
        guard let rate, rate.numerator <= Int64(Self.highest) * Int64(rate.denominator) else {
            throw ParseError(text, "\(forms), above 0 and at most \(Self.highest)")
        }
        self = rate
    }

    /// *n* · 1000/1001, where the decimal is that number, cut or rounded to two or more places.
    private static func television(_ decimal: (numerator: Int64, denominator: Int64)) -> FrameRate? {
        guard decimal.denominator >= 100, decimal.numerator % decimal.denominator != 0 else { return nil }
        let above = decimal.numerator / decimal.denominator + 1
        // The rates in use are multiples of film's 24 and television's 30, or parts of them. 99.90 and 1.99 are none of these.
        guard above % 12 == 0 || above % 15 == 0, above <= Int64(Int32.max) / 1000 else { return nil }
        let exact = Int128(above) * 1000 * Int128(decimal.denominator)
        let down = divide(exact, by: 1001, rounding: .down)
        let nearest = divide(exact, by: 1001, rounding: .nearest)
        guard Int128(decimal.numerator) == down || Int128(decimal.numerator) == nearest else { return nil }
        return FrameRate(Int32(above) * 1000, 1001)
    }
}

extension FrameRate: CustomStringConvertible {
    /// The usual name where it is read back as this rate: `29.97` for 30000/1001, `60`, `12.5`. Otherwise the fraction.
    public var description: String {
        if denominator == 1 { return "\(numerator)" }
        let decimal = Decimal(Int128(numerator), over: Int128(denominator), places: 3).trimmed
        return (try? FrameRate(parsing: decimal)) == self ? decimal : "\(numerator)/\(denominator)"
    }
}
