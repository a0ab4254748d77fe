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

    /// The prediction is made from the hit, too, and rings like it wherever something stands out.
    @Test(arguments: [1400, 2880, 4300, 5760]) func `A hit does not come again where the last samples stand out`(
        distance: Int
    ) {
        let tone = Signals.tone([440], count: 32_000, sampleRate: 48_000, level: 0.06)
        let known = Signals.struck(tone[..<24_000], distance: distance)
        let made = SignalContinuation(sampleRate: 48_000)(known[...])
        #expect(made.allSatisfy { $0.magnitude < 0.08 })
        let wrong = zip(made, tone[24_000...]).prefix(4_800).map { $0 - $1 }
        #expect(Measures.level(wrong[...]) - Measures.level(tone[24_000..<28_800]) < -20)
    }

    /// As the encoder of a lossy codec leaves it: without the highest frequencies of the step into silence.
    @Test(arguments: [24_000, 24_007, 31_013]) func `What a step left before itself does not ring on`(known: Int) {
        let chord = Signals.tone([220, 277.18, 329.63, 440], count: 40_000, sampleRate: 48_000)
        let cut = Signals.lowPassed(chord[..<known], to: 15_000, sampleRate: 48_000)
        let made = SignalContinuation(sampleRate: 48_000)(cut[...])
        let wrong = zip(made, chord[known...]).prefix(4_800).map { $0 - $1 }
        #expect(Measures.level(wrong[...]) - Measures.level(chord[known..<known + 4_800]) < -15)
    }

    /// They are faint at some of the ends, and were far louder before.
    @Test(arguments: Array(stride(from: 24_000, to: 28_800, by: 600)))
    func `Tones that beat go on through their loudest`(
        known: Int
    ) {
        let tones = Signals.tone([440, 450], count: 40_000, sampleRate: 48_000)
        let made = SignalContinuation(sampleRate: 48_000)(tones[..<known])
        let wrong = zip(made, tones[known...]).prefix(4_800).map { $0 - $1 }
        #expect(Measures.level(wrong[...]) - Measures.level(tones[known..<known + 4_800]) < -15)
    }

    @Test func `What has just ended does not go on`() {
        var samples = [Float](repeating: 0, count: 24_000)
        for (index, sample) in Signals.noise(count: 480, level: 0.8).enumerated() { samples[22_944 + index] = sample }
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

    @Test(arguments: Array(stride(from: 30_000, to: 48_000, by: 1500)))
    func `What follows begins where the signal ends`(
        known: Int
    ) throws {
        let samples = Signals.vibrato(440, count: known, sampleRate: 48_000)
        let cut = Signals.lowPassed(samples[...], to: 15_000, sampleRate: 48_000)
        let last = try #require(cut.last)
        let next = try #require(SignalContinuation(sampleRate: 48_000)(cut[...]).first)
        #expect((next - last).magnitude < 0.06)
    }

    /// What swells would swell on without an end.
    @Test func `Nothing becomes louder than it was`() {
        let samples = Signals.vibrato(440, count: 48_000, sampleRate: 48_000)
        let swelling = samples.enumerated().map { $1 * Float(pow(10, Double($0 - 48_000) / 12_000)) }
        for known in [samples, swelling] {
            let made = SignalContinuation(sampleRate: 48_000)(known[...])
            let loudest = made.map(\.magnitude).max() ?? 0
            #expect(loudest < 1.2 * 0.5)
        }
    }
}
