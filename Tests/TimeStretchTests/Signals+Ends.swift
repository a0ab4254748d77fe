import Glibc
import SignalMeasures

@testable import TimeStretch

extension Signals {
    /// A signal with a short hit some samples before its end, and with two last samples that stand out by a little.
    static func struck(_ signal: ArraySlice<Float>, distance: Int) -> [Float] {
        var samples = Array(signal)
        let middle = samples.count - distance
        for place in -38...38 {
            let turn = Double(place) / 39
            samples[middle + place] += Float(
                0.28 * cos(2 * .pi * 2500 * Double(place) / 48_000) * (0.5 + 0.5 * cos(.pi * turn))
            )
        }
        samples[samples.count - 2] += 0.006
        samples[samples.count - 1] += 0.015
        return samples
    }

    /// A signal with silence behind it, without what of that step lies above a frequency: nothing of the signal itself does. In samples of
    /// 16 bits: what is predicted from is never free of noise.
    static func lowPassed(_ signal: ArraySlice<Float>, to frequency: Double, sampleRate: Int) -> [Float] {
        let cutoff = 2 * frequency / Double(sampleRate)
        let reach = KaiserSinc.reach(cutoff: cutoff)
        let kernel = (-reach...reach).map { Float(cutoff * KaiserSinc.value(Double($0) * cutoff)) }
        let (samples, count) = (Array(signal), signal.count)
        let end = (count - reach..<count).map { index in
            (index - reach..<min(count, index + reach + 1)).reduce(Float(0)) {
                $0 + samples[$1] * kernel[$1 - index + reach]
            }
        }
        return (samples.dropLast(reach) + end).map { ($0 * 32_768).rounded() / 32_768 }
    }
}
