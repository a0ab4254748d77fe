internal import Glibc
internal import RandomNumbers

/// Noise that falls by 6 dB an octave above 2 kHz, about as speech and music do, so that the last tenth below half of
/// the sample rate does not count for a tenth.
struct ColouredNoise {
    private let pole: Double
    private let gain: Double
    private var state = 0.0

    init(sampleRate: Int) {
        pole = exp(-2 * .pi * 2000 / Double(sampleRate))
        gain = (1 - pole * pole).squareRoot()
    }

    /// The next sample, of a root mean square of 1 on the whole.
    mutating func next(from generator: inout SplitMix64) -> Double {
        state = pole * state + gain * generator.noise()
        return state
    }
}

extension SplitMix64 {
    /// White noise of a root mean square of 1, evenly distributed.
    mutating func noise() -> Double { (2 * unit() - 1) * 3.0.squareRoot() }
}
