extension RationalTime: CustomStringConvertible {
    /// The exact time, as people can type it: `4s`, `1.5s`, and `1/3s` where six decimal places are not enough.
    public var description: String {
        let reduced = reduced
        guard 1_000_000 % reduced.timescale == 0 else { return "\(reduced.value)/\(reduced.timescale)s" }
        return Decimal(Int128(reduced.value), over: Int128(reduced.timescale), places: 6).trimmed + "s"
    }

    /// Hours, minutes, seconds and milliseconds, rounded to the nearest: `00:01:30.500`.
    public var clock: String { clock(places: 3) }

    /// The same with so many decimal places of a second, at most 18.
    func clock(places: Int) -> String {
        let unit = Self.power(places)
        let units = divide(Int128(value.magnitude) * unit, by: Int128(timescale), rounding: .nearest)
        return clock(units: units, places: places)
    }

    /// How many of the last of so many decimal places are a second.
    private static func power(_ places: Int) -> Int128 { (0..<places).reduce(1) { power, _ in power * 10 } }

    /// The same, rounded up where that is not the time itself: what is shown from the time on is shown at this one.
    public var clockRoundedUp: String {
        let milliseconds = divide(Int128(value) * 1000, by: Int128(timescale), rounding: .up)
        return clock(units: Int128(milliseconds.magnitude), places: 3)
    }

    /// The text of a number of units of the last decimal place, which has the time's own sign.
    private func clock(units: Int128, places: Int) -> String {
        let (seconds, fraction) = units.quotientAndRemainder(dividingBy: Self.power(places))
        func padded(_ number: Int128, _ width: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let sign = isNegative && units != 0 ? "-" : ""
        return sign + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
            + "." + padded(fraction, places)
    }

    /// The reduced fraction of a second: `3/2`, `4/1`. The form of times in JSON.
    public var fraction: String {
        let reduced = reduced
        return "\(reduced.value)/\(reduced.timescale)"
    }
}
