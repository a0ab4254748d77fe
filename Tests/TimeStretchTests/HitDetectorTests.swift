import Glibc
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct HitDetectorTests {
    private func hits(_ channels: [[Float]], sampleRate: Int = 48_000) -> [Int64] {
        var detector = HitDetector(sampleRate: sampleRate, channelCount: channels.count, tuning: .standard)
        detector.restart(at: 0)
        let isWhole = detector.advance(to: .max, in: SourceWindow(whole: PlanarSamples(channels: channels)))
        #expect(isWhole)
        return detector.hits.map(\.sample)
    }

    @Test(arguments: [20, 30, 55], [22_050, 48_000, 96_000])
    func `Each hit of a roll is found`(milliseconds: Int, sampleRate: Int) {
        let positions = (0..<12).map { sampleRate / 4 + sampleRate * milliseconds / 1000 * $0 }
        let noise = Signals.noise(count: sampleRate / 15, level: 0.4)
        var samples = [Float](repeating: 0, count: 2 * sampleRate)
        for position in positions {
            for (index, value) in noise.enumerated() {
                samples[position + index] += value * Float(exp(-Double(index) / Double(sampleRate) / 0.005))
            }
        }
        let found = hits([samples, samples], sampleRate: sampleRate)
        #expect(found.count == positions.count)
        for (hit, position) in zip(found, positions) {
            #expect((Double(hit) - Double(position)).magnitude < 0.002 * Double(sampleRate))
        }
    }

    /// The periods of a low tone are no hits, however sharp they are: it would lose its pitch.
    @Test(arguments: [41.2, 55, 82.4, 110])
    func `A sawtooth has no hits`(frequency: Double) {
        let harmonics = (1...Int(9000 / frequency)).map(Double.init)
        let samples = (0..<48_000).map { index in
            Float(harmonics.reduce(0) { $0 + 0.2 / $1 * sin(2 * .pi * frequency * $1 * Double(index) / 48_000) })
        }
        #expect(hits([samples]).isEmpty)
    }

    /// Where most of the power lies below, the level leaps all the same.
    @Test func `The blows over a loud low tone are leaps, and no hits`() {
        var samples = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 60 * Double($0) / 48_000)) }
        for position in [20_000, 20_900] {
            for (index, value) in Signals.noise(count: 600, level: 0.1).enumerated() {
                samples[position + index] += value * Float(exp(-Double(index) / 150))
            }
        }
        var detector = HitDetector(sampleRate: 48_000, channelCount: 1, tuning: .standard)
        detector.restart(at: 0)
        let isWhole = detector.advance(to: .max, in: SourceWindow(whole: PlanarSamples(channels: [samples])))
        #expect(isWhole && detector.hits.isEmpty)
        // The tone is cut off at the end, which is a leap, too.
        let leaps = detector.takeLeaps().map(\.sample).filter { $0 < 47_000 }
        #expect(leaps.count == 2 && zip(leaps, [20_000, 20_900]).allSatisfy { ($0 - $1).magnitude < 60 })
        #expect(detector.takeLeaps().isEmpty)
    }

    /// A tone that takes some milliseconds to its full level is half as loud half way, wherever its steepest rise is found.
    @Test(arguments: [96, 240, 384])
    func `A leap's place is where the amplitude reaches half of its height`(rise: Int)
        throws
    {
        var samples = [Float](repeating: 0, count: 48_000)
        for index in 20_000..<samples.count {
            let level = min(1, Double(index - 20_000) / Double(rise))
            samples[index] = Float(0.5 * level * sin(2 * .pi * 6000 * Double(index) / 48_000))
        }
        var detector = HitDetector(sampleRate: 48_000, channelCount: 1, tuning: .standard)
        detector.restart(at: 0)
        let isWhole = detector.advance(to: .max, in: SourceWindow(whole: PlanarSamples(channels: [samples])))
        #expect(isWhole)
        let leap = try #require(detector.takeLeaps().first)
        #expect((leap.place - Int64(20_000 + rise / 2)).magnitude <= 24)
    }

    @Test func `Noise, a voice's harmonics, vibrato and silence have no hits`() {
        #expect(hits([Signals.noise(count: 96_000)]).isEmpty)
        #expect(hits([Signals.tone(Signals.harmonics(of: 90), count: 96_000, sampleRate: 48_000)]).isEmpty)
        #expect(hits([Signals.vibrato(440, count: 96_000, sampleRate: 48_000)]).isEmpty)
        #expect(hits([[Float](repeating: 0, count: 48_000)]).isEmpty)
    }

    /// What is found does not depend on where the search begins.
    @Test func `A hit is found from any beginning`() {
        var samples = Signals.noise(count: 48_000, level: 0.001)
        for (index, value) in Signals.noise(count: 2000, seed: 2).enumerated() { samples[24_000 + index] += value }
        let whole = SourceWindow(whole: PlanarSamples(channels: [samples]))
        for start in [0, 7_777, 20_000] as [Int64] {
            var detector = HitDetector(sampleRate: 48_000, channelCount: 1, tuning: .standard)
            detector.restart(at: start)
            _ = detector.advance(to: .max, in: whole)
            #expect(detector.hits.map(\.sample) == hits([samples]))
        }
    }
}
