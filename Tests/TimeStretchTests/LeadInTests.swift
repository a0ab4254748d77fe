import Glibc
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

/// What an engine is given before the first sample.
@Suite struct LeadInTests {
    /// Beginning in silence, noise rose over 90 ms at rate 1/8, and a tone over 60.
    @Test(arguments: [2, 4, 8] as [Int64], [22_050, 48_000]) func `Rubber Band begins at full level`(
        slowness: Int64,
        sampleRate: Int
    ) throws {
        let tone = Signals.tone([440], count: sampleRate / 2, sampleRate: sampleRate)
        let noise = Signals.noise(count: sampleRate / 2, level: 0.1, seed: 5)
        for source in [tone, noise] {
            let map = SampleMap.constant(PlaybackRate(1, slowness))
            let output = try stretch(.spectralRubberBand, [source], map, sampleRate: sampleRate).channels[0]
            let part = sampleRate / 100
            for start in stride(from: 0, to: 8 * part, by: part) {
                let change = Measures.level(output[start..<start + part]) - Measures.level(source[...])
                #expect(change.magnitude < 5, "\(start)")
            }
        }
    }

    /// Made of what follows, the lead would be as loud, and the attack none.
    @Test(arguments: [2, 4] as [Int64]) func `An attack on the first sample stays one`(slowness: Int64) throws {
        let clap = Signals.noise(count: 24_000, level: 0.5, seed: 7).enumerated().map { index, sample in
            sample * Float(exp(-Double(index) / 1_500))
        }
        let map = SampleMap.constant(PlaybackRate(1, slowness))
        let output = try stretch(.spectralRubberBand, [clap], map, sampleRate: 48_000).channels[0]
        let change = Measures.level(output[..<480]) - Measures.level(clap[..<480])
        #expect(change > -6)
    }

    @Test func `What comes before a tone is the tone, and before an attack silence`() {
        let tone = Signals.tone([440], count: 40_000, sampleRate: 48_000)
        let beginning = SignalContinuation(sampleRate: 48_000)
        var window = SourceWindow(channelCount: 1, beginning: beginning)
        window.append(PlanarSamples(channels: [Array(tone[20_000..<24_000])]))
        #expect(!window.reaches(0))
        window.append(PlanarSamples(channels: [Array(tone[24_000...])]))
        #expect(window.reaches(0))
        let made = window.samples(from: -4_800, count: 4_800)
        let wrong = zip(made, tone[15_200..<20_000]).map { $0 - $1 }
        #expect(Measures.level(wrong[...]) < -60)
        // Twice as much as is made up: it grows out of silence.
        let all = window.samples(from: -33_600, count: 33_600)
        #expect(all[..<16_800].allSatisfy { $0 == 0 })
        #expect(Array(all.suffix(4_800)) == made)

        let struck = tone.enumerated().map { $1 * Float(exp(-Double($0) / 1_500)) }
        var attack = SourceWindow(channelCount: 1, beginning: beginning)
        attack.append(PlanarSamples(channels: [struck]))
        #expect(attack.samples(from: -4_800, count: 4_800).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [0, 1, 7, 500]) func `A source may be shorter than what is looked at`(count: Int) {
        var window = SourceWindow(channelCount: 1, beginning: SignalContinuation(sampleRate: 8_000))
        window.append(PlanarSamples(channels: [Signals.noise(count: count)]))
        #expect(!window.reaches(-8_000))
        window.complete()
        #expect(window.reaches(8_000))
        #expect(window.samples(from: -4_000, count: 8_000).allSatisfy { $0.isFinite && $0.magnitude <= 4 })
    }

    /// In blocks of any size: what is before the first sample is made of the same samples.
    @Test func `The blocks in which samples come change nothing`() throws {
        let noise = Signals.noise(count: 24_000, level: 0.1, seed: 9)
        let map = SampleMap.constant(PlaybackRate(1, 4))
        let outputs = try [24_000, 1_000, 8_161].map { size in
            let stretcher = try TimeStretcher(.spectralRubberBand, map: map, sampleRate: 48_000, channelCount: 1)
            var output: [Float] = []
            for start in stride(from: 0, to: noise.count, by: size) {
                stretcher.push(PlanarSamples(channels: [Array(noise[start..<min(start + size, noise.count)])]))
                while let block = stretcher.pull() { output += block.channels[0] }
            }
            stretcher.finish()
            while let block = stretcher.pull() { output += block.channels[0] }
            return output
        }
        #expect(outputs[0].count == 96_000)
        #expect(outputs[1] == outputs[0] && outputs[2] == outputs[0])
    }
}

extension SourceWindow {
    /// Samples of the first channel.
    fileprivate func samples(from index: Int64, count: Int) -> [Float] {
        unsafe withSamples(channel: 0, from: index, count: count) { unsafe Array($0) }
    }
}
