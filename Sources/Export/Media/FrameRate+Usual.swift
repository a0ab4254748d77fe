internal import MediaTime

extension FrameRate {
    /// Rates in use, in frames a second.
    static let usual: [FrameRate] =
        [
            10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 180, 200, 240, 300, 360, 400, 480, 500, 600,
            960,
        ]
        .map { FrameRate($0) }
        + [15, 24, 30, 48, 60, 90, 120, 240, 480].map { FrameRate($0 * 1000, 1001) }
        + [FrameRate(25, 2)]

    /// Whether both are one rate but for how it is stated: Matroska has whole nanoseconds (16,683,333 ns), libavformat makes a fraction
    /// of small numbers of that (19001/317), and others write decimals (59.94). A minute is off by less than 0.15 ms.
    func isStated(as other: FrameRate) -> Bool { abs(approximation / other.approximation - 1) < 2e-6 }

    /// The rate in use that was stated as this one; the rate itself where there is none, and where a clock of such ticks expresses it
    /// exactly.
    func restored(onClockOf tick: RationalTime) -> FrameRate {
        PlaybackRate(source: frameDuration, target: tick)?.denominator == 1
            ? self : Self.usual.first(where: isStated) ?? self
    }
}
