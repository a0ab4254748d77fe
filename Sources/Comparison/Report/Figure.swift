/// Numbers for people.
package enum Figure {
    /// A number with a number of decimals, rounded to the nearest. `-0.00` becomes `0.00`.
    package static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "−∞" : "∞" }
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value.magnitude * scale).rounded()
        guard scaled < 1e15 else { return "\(value)" }
        let digits = String(Int64(scaled))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let whole = padded.dropLast(decimals)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        return sign + whole + (decimals > 0 ? "." + padded.suffix(decimals) : "")
    }
}
