extension PlaybackRate {
    private static let forms = "a rate is written 0.5, 1/4, 25% or 2x"

    /// Reads `0.5`, `1/4`, `25%` or `2x`, exactly.
    ///
    /// - Throws: ``ParseError`` for other text, for a rate that is not positive, and for one outside ``plausible``.
    public init(parsing text: String) throws(ParseError) {
        var body = text[...]
        var percent = false
        if body.last == "%" {
            percent = true
            body.removeLast()
        } else if body.last == "x" || body.last == "×" {
            body.removeLast()
        }
        if body.first == "-" {
            throw ParseError(text, "a rate is positive: 1/2 is half speed")
        }
        guard let written = Fraction(parsing: body) else { throw ParseError(text, Self.forms) }
        guard written.numerator > 0 else { throw ParseError(text, "a rate is above zero: 1/2 is half speed") }
        guard let fraction = percent ? written.multiplied(by: Fraction(1, 100)) : written,
            let rate = PlaybackRate(numerator: fraction.numerator, denominator: fraction.denominator),
            Self.plausible.contains(rate)
        else {
            throw ParseError(
                text,
                "a rate lies between \(Self.plausible.lowerBound) and \(Self.plausible.upperBound)"
            )
        }
        self = rate
    }
}

extension FrameRate {
    /// The highest rate that is taken from a person.
    private static let highest = 1_000_000

    /// Reads `30`, `30000/1001`, `12.5`, and television's names: `23.976`, `29.97`, `59.94`, `119.88` mean
    /// n·1000/1001, where *n* is a multiple of 12 or 15. Every other decimal is exactly what it says.
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

    /// n·1000/1001, where the decimal is that number cut or rounded to two or three places.
    private static func television(_ decimal: (numerator: Int64, denominator: Int64)) -> FrameRate? {
        guard decimal.denominator >= 100, decimal.numerator % decimal.denominator != 0 else { return nil }
        let above = decimal.numerator / decimal.denominator + 1
        // The rates in use descend from film's 24 and television's 30; 99.90 and 1.99 are just numbers.
        guard above % 12 == 0 || above % 15 == 0, above <= Int64(Int32.max) / 1000 else { return nil }
        let exact = Int128(above) * 1000 * Int128(decimal.denominator)
        let down = divide(exact, by: 1001, rounding: .down)
        let nearest = divide(exact, by: 1001, rounding: .nearest)
        guard Int128(decimal.numerator) == down || Int128(decimal.numerator) == nearest else { return nil }
        return FrameRate(Int32(above) * 1000, 1001)
    }
}
