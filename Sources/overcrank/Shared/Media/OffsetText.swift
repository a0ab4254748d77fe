internal import MediaTime

/// How far apart recordings begin, in words.
enum OffsetText {
    /// `3.214 ms after game-cam1.mp4`, to the microsecond.
    static func text(_ offset: RationalTime, to name: String) -> String {
        let microseconds = (try? offset.ticks(over: 1_000_000, rounding: .nearest)) ?? 0
        let (size, word) = (microseconds.magnitude, microseconds < 0 ? "before" : "after")
        let fraction = String(size % 1000)
        return "\(size / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction + " ms \(word) \(name)"
    }
}
