package import MediaTime

/// Writes short durations for people.
package enum Milliseconds {
    /// Durations that differ, with as many digits as it takes to tell them apart: two at least, and five at most.
    package static func texts(_ times: [RationalTime]) -> [String] {
        for digits in 2..<5 {
            let texts = times.map { text($0, digits: digits) }
            if Set(texts).count == Set(times).count { return texts }
        }
        return times.map { text($0, digits: 5) }
    }

    private static func text(_ time: RationalTime, digits: Int) -> String {
        let unit = (0..<digits).reduce(Int64(1)) { unit, _ in unit * 10 }
        guard let ticks = try? time.ticks(over: Int32(1000 * unit), rounding: .nearest) else { return "\(time)" }
        let fraction = String(abs(ticks % unit))
        return "\(ticks / unit)." + String(repeating: "0", count: digits - fraction.count) + fraction + " ms"
    }

    /// A duration, rounded to a hundredth of a millisecond: `16.67 ms`.
    package static func text(_ time: RationalTime) -> String {
        guard let hundredths = try? time.ticks(over: 100_000, rounding: .nearest) else { return "\(time)" }
        let fraction = abs(hundredths % 100)
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
    }
}
