package import MediaTime

/// Writes short durations for people.
package enum Milliseconds {
    /// A duration, rounded to a hundredth of a millisecond: `16.67 ms`.
    package static func text(_ time: RationalTime) -> String {
        guard let hundredths = try? time.ticks(over: 100_000, rounding: .nearest) else { return "\(time)" }
        let fraction = abs(hundredths % 100)
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) ms"
    }
}
