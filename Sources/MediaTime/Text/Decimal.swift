/// A fraction written as a decimal number, rounded to the nearest. Only for printing.
struct Decimal {
    /// The digits before the point, with the sign.
    let whole: String
    /// Exactly as many digits as places were asked for.
    let fraction: String

    init(_ numerator: Int128, over denominator: Int128, places: Int) {
        var scale: Int128 = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = divide(Int128(numerator.magnitude) * scale, by: denominator, rounding: .nearest)
        let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: scale)
        self.whole = (numerator < 0 && scaled != 0 ? "-" : "") + "\(whole)"
        let digits = places == 0 ? "" : "\(fraction)"
        self.fraction = String(repeating: "0", count: places - digits.count) + digits
    }

    /// The number without zeros at its end.
    var trimmed: String {
        let kept = fraction.reversed().drop { $0 == "0" }.reversed()
        return kept.isEmpty ? whole : whole + "." + String(kept)
    }

    /// Reads `12`, `12.5`, `.5` as an exact fraction; `nil` for anything else, and for more than 18 digits.
    static func parse(_ text: Substring) -> (numerator: Int64, denominator: Int64)? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0]
        let fraction = parts.count == 2 ? parts[1] : ""
        let digits = whole + fraction
        guard digits.count <= 18, let numerator = Int64(digits: digits) else { return nil }
        var denominator: Int64 = 1
        for _ in fraction { denominator *= 10 }
        return (numerator, denominator)
    }
}

extension Int64 {
    /// Reads digits and nothing else, not even the plus sign that `init(_:)` takes.
    init?(digits: some StringProtocol) {
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        self.init(digits, radix: 10)
    }
}
