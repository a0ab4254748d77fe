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
