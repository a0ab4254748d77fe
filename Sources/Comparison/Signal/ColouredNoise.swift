internal import Glibc
internal import RandomNumbers

/// Noise that falls by 6 dB an octave above 2 kHz, about as speech and music do. White noise would have a tenth of its power
/// in the highest tenth of the frequencies, where algorithms are least exact.
struct ColouredNoise {
    private let pole: Double
    private let gain: Double
    private var state = 0.0

    init(sampleRate: Int) {
        pole = exp(-2 * .pi * 2000 / Double(sampleRate))
        gain = (1 - pole * pole).squareRoot()
    }

    /// The next sample. The root mean square of all samples is 1.
    mutating func next(from generator: inout SplitMix64) -> Double {
        state = pole * state + gain * generator.noise()
        return state
    }
}

extension SplitMix64 {
    /// A sample of white noise with an even distribution. The root mean square of all samples is 1.
    mutating func noise() -> Double { (2 * unit() - 1) * 3.0.squareRoot() }
}
