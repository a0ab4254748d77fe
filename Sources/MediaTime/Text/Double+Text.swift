extension Double {
    /// The number for people, to the nearest of so many decimals, and without zeros at its end: `59.94`, `240`, `0.5`.
    ///
    /// - Parameter decimals: At most 9.
    /// - Returns: Digits without an exponent; what is beyond 10¹⁸ and what is no number as Swift writes it.
    package func text(decimals: Int) -> String {
        guard magnitude < 1e18 else { return "\(self)" }
        var scale: Int128 = 1
        for _ in 0..<decimals { scale *= 10 }
        return Decimal(Int128((self * Double(scale)).rounded()), over: scale, places: decimals).trimmed
    }
}
