internal import TimeStretch

/// The sample rate at which audio is rendered.
enum RenderingRate {
    /// The rate for audio of a sample rate, in hertz: its own one where every algorithm takes that, or else the nearest that is so many
    /// times higher or lower by a power of two.
    static func of(_ rate: Int) -> Int {
        guard rate > 0 else { return rate }
        var rendered = rate
        while rendered < TimeStretcher.sampleRates.lowerBound { rendered *= 2 }
        while rendered > TimeStretcher.sampleRates.upperBound { rendered /= 2 }
        return rendered
    }
}
