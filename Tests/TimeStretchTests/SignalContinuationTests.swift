import Glibc
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct SignalContinuationTests {
    /// A sine that the signal cuts off anywhere in its period, and one whose periods are alike to the bit.
    @Test(arguments: [60, 440, 1000, 3517] as [Double], [48_000, 192_000]) func `Tones go on in their phase`(
        frequency: Double,
        sampleRate: Int
    ) {
        let tone = Signals.tone([frequency], count: sampleRate, sampleRate: sampleRate)
        let known = tone.count * 4 / 5
        let made = SignalContinuation(sampleRate: sampleRate)(tone[..<known])
        let count = sampleRate / 10
        let wrong = zip(made, tone[known...]).prefix(count).map { $0 - $1 }
        #expect(Measures.level(wrong[...]) < -60)
        #expect(made.last.map { $0.magnitude < 0.001 } == true)
    }

    @Test func `A chord goes on`() {
        let chord = Signals.tone([220, 277.18, 329.63, 440], count: 48_000, sampleRate: 48_000)
        let made = SignalContinuation(sampleRate: 48_000)(chord[..<40_000])
        let wrong = zip(made, chord[40_000...]).prefix(4_800).map { $0 - $1 }
        #expect(Measures.level(wrong[...]) - Measures.level(chord[40_000..<44_800]) < -25)
    }

    @Test func `Noise keeps its level`() {
        let noise = Signals.noise(count: 24_000)
        let made = SignalContinuation(sampleRate: 48_000)(noise[...])
        #expect((Measures.level(made.prefix(4_800)) - Measures.level(noise[...])).magnitude < 1)
    }

    /// A mirror image would play it once more.
    @Test func `A hit that is over does not come again`() {
        var samples = [Float](repeating: 0, count: 24_000)
        for (index, sample) in Signals.noise(count: 480, level: 0.8).enumerated() { samples[23_000 + index] = sample }
        let made = SignalContinuation(sampleRate: 48_000)(samples[...])
        #expect(made.allSatisfy { $0.magnitude < 0.01 })
    }

    @Test(arguments: [0, 1, 2, 3, 17, 500]) func `Signals of any length go on`(count: Int) {
        for samples in [
            Signals.noise(count: count), Array(repeating: 0, count: count), Array(repeating: 1e9, count: count),
        ] {
            let made = SignalContinuation(sampleRate: 8_000)(samples[...])
            let loudest = samples.map(\.magnitude).max() ?? 0
            #expect(made.allSatisfy { $0.isFinite && $0.magnitude <= 4 * loudest })
        }
    }

    /// What swells would swell on without an end.
    @Test func `Nothing becomes louder than it was`() {
        let samples = Signals.vibrato(440, count: 48_000, sampleRate: 48_000)
        let swelling = samples.enumerated().map { $1 * Float(pow(10, Double($0 - 48_000) / 12_000)) }
        for known in [samples, swelling] {
            let made = SignalContinuation(sampleRate: 48_000)(known[...])
            #expect((made.map(\.magnitude).max() ?? 0) < 1.2 * 0.5)
        }
    }
}
