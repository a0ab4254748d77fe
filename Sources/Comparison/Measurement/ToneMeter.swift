internal import Glibc

/// Measures a steady tone.
///
/// If the pitch is kept, the phase of the tone follows target time. With varispeed it follows source time. Both are tried,
/// and the one that finds more of the tone is the reference for all figures.
enum ToneMeter {
    /// The shortest range that is measured, in seconds. It is long enough to separate partials that are 220 Hz apart.
    private static let shortest = 0.1
    /// The length of the pieces in which the tone is separated from the rest, in seconds. Slower changes count as flutter
    /// only.
    private static let block = 0.25
    /// The part of all power that the strongest partial must have, or else pitch and flutter are not measured.
    private static let leastShare = 0.05

    /// - Returns: `nil` where the map makes the tone too short.
    static func measure(_ tone: TestTone, at source: Range<Int>, in rendering: MappedRendering) -> Measurements.Tone? {
        let range = rendering.steadyRange(ofSource: source)
        let sampleRate = Double(rendering.sampleRate)
        guard Double(range.count) >= shortest * sampleRate else { return nil }
        let samples = rendering.mid[range]
        let turn = 2 * .pi * tone.fundamental / sampleRate
        func track(slowness: Double, _ time: (Int) -> Double) -> PhaseTrack {
            PhaseTrack(
                samples,
                multiple: tone.partials[0].multiple,
                reference: range.map { turn * time($0) },
                slowness: slowness,
                sampleRate: sampleRate
            )
        }
        let origin = rendering.sourcePosition(at: range.lowerBound)
        let slowest = rendering.slowestRate(over: range)
        let kept = track(slowness: 1) { Double($0 - range.lowerBound) }
        let tape = track(slowness: max(1, 1 / slowest)) { rendering.sourcePosition(at: $0) - origin }
        let best = kept.strength >= tape.strength ? kept : tape

        let (partials, rest) = powers(
            of: tone,
            in: samples,
            phases: best.phases,
            block: Int(block * best.slowness * sampleRate)
        )
        let signal = partials.reduce(0, +)
        let changes = zip(partials, tone.partials).map { Decibels.power($0, over: $1.amplitude * $1.amplitude / 2) }
        let frequency = (best.phases[range.count - 1] - best.phases[0]) / Double(range.count - 1)
        // Noise has less than this in the narrow band in which the phase is measured.
        let isThere = 2 * best.strength > leastShare * samples.meanSquare
        return .init(
            name: tone.name,
            sinadDecibels: signal > 0 ? Decibels.power(signal, over: rest) : Decibels.range.lowerBound,
            lowestPartialDecibels: changes.min() ?? 0,
            pitchErrorCents: isThere ? 1200 * log2(frequency / turn) : nil,
            flutterCents: isThere ? 1200 / log(2) * best.waver : nil
        )
    }

    /// The mean powers of a tone's partials and of everything else. In each block the partials are fitted and subtracted one
    /// after the other. The window is such that they do not disturb one another.
    private static func powers(
        of tone: TestTone,
        in samples: ArraySlice<Float>,
        phases: [Double],
        block: Int
    ) -> (partials: [Double], rest: Double) {
        let window = Window.blackmanHarris(min(block, samples.count))
        let weight = window.reduce(0, +)
        var partials = [Double](repeating: 0, count: tone.partials.count)
        var rest = 0.0
        let starts = Array(stride(from: 0, through: samples.count - window.count, by: window.count / 2))
        for start in starts {
            var residue = window.indices.map { Double(samples[samples.startIndex + start + $0]) }
            let turns = window.indices.map { Phasor(phase: phases[start + $0]) }
            for (number, partial) in tone.partials.enumerated() {
                let turned = turns.map { $0.raised(to: partial.multiple) }
                let amplitude = window.indices.reduce(into: Phasor.zero) { sum, index in
                    sum.add(2 * window[index] * residue[index] / weight, conjugate: turned[index])
                }
                partials[number] += amplitude.power / 2
                for index in residue.indices { residue[index] -= (amplitude * turned[index]).real }
            }
            rest += window.indices.reduce(0) { $0 + window[$1] * residue[$1] * residue[$1] } / weight
        }
        let count = Double(starts.count)
        return (partials.map { $0 / count }, rest / count)
    }
}
