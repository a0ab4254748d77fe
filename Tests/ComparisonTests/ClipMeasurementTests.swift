import Glibc
import MediaTime
import RandomNumbers
import Testing
import TimeStretch

@testable import Comparison

/// What is measured on any clip, on clips whose faults are known.
@Suite struct ClipMeasurementTests {
    private static let sampleRate = 16_000

    /// Three seconds of three held tones, and a blow each half second.
    private static func clip(_ change: (_ time: Double, _ frequency: Double) -> Double = { _, _ in 1 }) -> [Float] {
        (0..<3 * sampleRate).map { index in
            let time = Double(index) / Double(sampleRate)
            return [300.0, 740, 1910].reduce(Float(0)) {
                $0 + Float(0.1 * change(time, $1) * sin(2 * .pi * $1 * time))
            }
        }
    }

    private static func blows(at seconds: [Double], level: Float = 0.8) -> [Float] {
        var samples = [Float](repeating: 0, count: 3 * sampleRate)
        var generator = SplitMix64(seed: 3)
        for second in seconds {
            let start = Int(second * Double(sampleRate))
            for offset in 0..<400 {
                samples[start + offset] +=
                    level * Float(exp(-Double(offset) / 64)) * .random(in: -1...1, using: &generator)
            }
        }
        // A floor as in any recording.
        return samples.map { $0 + 0.0005 * .random(in: -1...1, using: &generator) }
    }

    private func measure(_ rendering: [Float], to source: [Float]) throws -> ClipMeasurements {
        try ClipMeasurements(
            of: PlanarSamples(channels: [rendering]),
            to: PlanarSamples(channels: [source]),
            through: .constant(.normal),
            sampleRate: Self.sampleRate,
            keepsPitch: true
        )
    }

    @Test func `A copy keeps everything`() throws {
        let source = zip(Self.clip(), Self.blows(at: [0.5, 1, 1.5, 2, 2.5])).map { $0 + $1 }
        let result = try measure(source, to: source)
        #expect(!result.isSilent)
        let partials = try #require(result.partials)
        #expect(partials.lostPercent == 0)
        #expect(partials.wobbleDecibels < 1e-5)
        let hits = try #require(result.hits)
        #expect(hits.expected == 5)
        #expect(hits.missing == 0 && hits.doubled == 0)
        #expect(try #require(hits.worstMilliseconds).magnitude < 1e-5)
        #expect(hits.levelDecibels == 0)
    }

    @Test func `A tone that is lost for a third of the time is a ninth of what is held`() throws {
        let rendering = Self.clip { time, frequency in frequency == 740 && time >= 1 && time < 2 ? 0.3 : 1 }
        let partials = try #require(try measure(rendering, to: Self.clip()).partials)
        #expect(abs(partials.lostPercent - 100.0 / 9) < 1.5)
    }

    @Test func `A level that sways reads as its deviation`() throws {
        // A swing of 1 dB to either side has a deviation of 0.71 dB.
        let rendering = Self.clip { time, _ in pow(10, sin(2 * .pi * 5 * time) / 20) }
        let partials = try #require(try measure(rendering, to: Self.clip()).partials)
        #expect(partials.lostPercent == 0)
        #expect((0.45...0.75).contains(partials.wobbleDecibels))
    }

    @Test func `Hits that are late, missing or heard twice are found to be`() throws {
        let source = Self.blows(at: [0.5, 1, 1.5, 2, 2.5])
        let late = try #require(try measure(Self.blows(at: [0.51, 1.01, 1.51, 2.01, 2.51]), to: source).hits)
        #expect(abs(try #require(late.meanMilliseconds) - 10) < 0.1)
        #expect(abs(try #require(late.worstMilliseconds) - 10) < 0.1)
        let missing = try #require(try measure(Self.blows(at: [0.5, 1, 2.5]), to: source).hits)
        #expect(missing.missing == 2 && missing.doubled == 0)
        let doubled = try #require(
            try measure(zip(source, Self.blows(at: [0.56, 1.56], level: 0.6)).map { $0 + $1 }, to: source).hits
        )
        #expect(doubled.missing == 0 && doubled.doubled == 2)
        let soft = try #require(try measure(source.map { $0 / 2 }, to: source).hits)
        #expect(abs(try #require(soft.levelDecibels) + 6.02) < 0.1)
    }

    @Test func `Silence is said to be silence, and noise holds nothing`() throws {
        let silence = [Float](repeating: 0, count: 3 * Self.sampleRate)
        let result = try measure(silence, to: silence)
        #expect(result.isSilent)
        #expect(result.partials == nil)
        #expect(result.hits == nil)
        var generator = SplitMix64(seed: 1)
        let noise = silence.map { _ in Float.random(in: -0.5...0.5, using: &generator) }
        #expect(try measure(noise, to: noise).partials == nil)
    }
}
