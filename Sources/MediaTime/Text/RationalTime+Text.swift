extension RationalTime: CustomStringConvertible {
    /// The exact time, as people can type it: `3/2s`, `4s`.
    public var description: String {
        let reduced = reduced
        return reduced.timescale == 1 ? "\(reduced.value)s" : "\(reduced.value)/\(reduced.timescale)s"
    }

    /// Hours, minutes, seconds and milliseconds, rounded to the nearest: `00:01:30.500`.
    public var clock: String {
        let milliseconds = divide(Int128(value.magnitude) * 1000, by: Int128(timescale), rounding: .nearest)
        let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        func padded(_ number: Int128, _ width: Int) -> String {
            let digits = "\(number)"
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let sign = isNegative && milliseconds != 0 ? "-" : ""
        return sign + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
            + "." + padded(fraction, 3)
    }

    /// The reduced fraction of a second: `3/2`, `4/1`. The form of times in JSON.
    public var fraction: String {
        let reduced = reduced
        return "\(reduced.value)/\(reduced.timescale)"
    }
}
