extension Fraction {
    /// Reads a decimal number, or the quotient of two, exactly: `0.5`, `1/4`, `1.5/3`. `nil` for other text and for a
    /// denominator of zero.
    init?(parsing text: Substring) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let above = Decimal.parse(parts[0]) else { return nil }
        var below: (numerator: Int64, denominator: Int64) = (1, 1)
        if parts.count == 2 {
            guard let read = Decimal.parse(parts[1]), read.numerator > 0 else { return nil }
            below = read
        }
        // Each factor is below 10^18, so both products fit.
        self.init(
            Int128(above.numerator) * Int128(below.denominator),
            Int128(above.denominator) * Int128(below.numerator)
        )
    }
}
