internal import Glibc

/// How much the level of a tone sways whose frequency moves.
enum VibratoMeter {
    /// The tone is weighed over so long, in seconds: a fortieth of a swing.
    private static let window = 0.02

    /// - Parameters:
    ///   - tone: The tone.
    ///   - section: Where it is, in source samples.
    ///   - rendering: The rendered program.
    /// - Returns: The standard deviation of the level, in decibels; `nil` where the tone is too short or not there.
    static func wobble(_ tone: VibratoTone, at section: Range<Int>, in rendering: MappedRendering) -> Double? {
        let range = rendering.steadyRange(ofSource: section)
        let sampleRate = Double(rendering.sampleRate)
        let length = Int(window * sampleRate)
        guard range.count >= 8 * length else { return nil }
        // Where the pitch is kept, the phase advances by target time; else it is the source's.
        var phase = 0.0
        var phases: (kept: [Double], tape: [Double]) = ([], [])
        for index in range {
            let time = (rendering.sourcePosition(at: index) - Double(section.lowerBound)) / sampleRate
            phase += 2 * .pi * tone.frequency(at: time) / sampleRate
            phases.kept.append(phase)
            phases.tape.append(tone.phase(at: time))
        }
        let samples = rendering.mid[range]
        let kept = amplitudes(of: samples, along: phases.kept, length)
        let tape = amplitudes(of: samples, along: phases.tape, length)
        let best = kept.reduce(0, +) >= tape.reduce(0, +) ? kept : tape
        guard best.allSatisfy({ $0 > 0 }) else { return nil }
        return best.map { 20 * log10($0) }.deviation
    }

    /// The amplitudes of what turns along with the phases, in windows that overlap by half.
    private static func amplitudes(of samples: ArraySlice<Float>, along phases: [Double], _ length: Int) -> [Double] {
        let weights = Window.hann(length)
        return stride(from: 0, through: phases.count - length, by: length / 2).map { start in
            weights.indices.reduce(into: Phasor.zero) { sum, tap in
                let sample = Double(samples[samples.startIndex + start + tap])
                sum.add(weights[tap] * sample, conjugate: Phasor(phase: phases[start + tap]))
            }.power.squareRoot()
        }
    }
}
