import FoundationEssentials
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

    private func measure(
        _ rendering: [Float],
        to source: [Float],
        at rate: PlaybackRate = .normal,
        keepsPitch: Bool = true
    ) throws -> ClipMeasurements {
        try ClipMeasurements(
            of: PlanarSamples(channels: [rendering]),
            to: PlanarSamples(channels: [source]),
            through: .constant(rate),
            sampleRate: Self.sampleRate,
            keepsPitch: keepsPitch
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

    /// A blow of 1130 Hz sounds at 565 Hz at half of the speed.
    @Test(arguments: [PlaybackRate(1, 8), PlaybackRate(1, 2), PlaybackRate(2)])
    func `Hits whose pitch follows the rate are the same hits`(rate: PlaybackRate) throws {
        func blows(playedAt speed: Double) -> [Float] {
            (0..<Int(3 * Double(Self.sampleRate) / speed)).map { index in
                let time = Double(index) * speed / Double(Self.sampleRate)
                let age = time.truncatingRemainder(dividingBy: 0.5)
                return time < 0.5 ? 0 : Float(0.8 * exp(-age / 0.01) * sin(2 * .pi * 1130 * age))
            }
        }
        let speed = rate.approximation
        let hits = try #require(
            try measure(blows(playedAt: speed), to: blows(playedAt: 1), at: rate, keepsPitch: false).hits
        )
        #expect(hits.expected == 5 && hits.missing == 0 && hits.doubled == 0)
        #expect(try #require(hits.levelDecibels).magnitude < 0.3)
        // In source time.
        #expect(try #require(hits.worstMilliseconds).magnitude * speed < 0.2)
    }

    @Test func `Hits are found alike wherever a part of the search begins`() {
        let struck = PlanarSamples(channels: [Self.blows(at: [0.5, 0.985, 1.04, 1.5, 1.9994, 2.5])])
        let whole = HitEnvelope(of: struck, over: 0..<struck.frameCount, sampleRate: 16_000)
            .hits(rising: 3.5, apart: 0.006)
        let parts = HitSearch.hits(
            of: struck,
            [.init(rise: 3.5, level: -150, distance: 0.006)],
            sampleRate: Self.sampleRate
        )[0]
        #expect(whole.count >= 6)
        #expect(parts.count == whole.count)
        #expect(
            zip(parts, whole).allSatisfy { abs($0.instant - $1.instant) < 0.001 && abs($0.peak / $1.peak - 1) < 0.001 }
        )
    }

    /// What is slow before an edit is measured at its own pitch, and what comes behind it at its own.
    @Test func `A part of the search ends where the speed changes`() throws {
        let struck = PlanarSamples(channels: [Self.blows(at: [1.2, 1.7, 2.2, 2.7])])
        func hits(_ speed: (Int) -> Double) -> [HitEnvelope.Hit] {
            let criteria = [HitSearch.Criteria(rise: 8, level: -30, distance: 0.04)]
            return HitSearch.hits(of: struck, criteria, sampleRate: Self.sampleRate, speed: speed)[0]
        }
        let (edited, plain) = (hits { $0 < 8100 ? 0.125 : 1 }, hits { _ in 1 })
        #expect(plain.count == 4 && edited.count == 4)
        #expect(
            zip(edited, plain).allSatisfy { abs($0.instant - $1.instant) < 1 && abs($0.peak / $1.peak - 1) < 0.01 }
        )
    }

    /// As another program's file of floats may hold.
    @Test(arguments: [Float(1e12), 1e19, 1e25, .greatestFiniteMagnitude])
    func `Samples beyond all measure have figures`(sample: Float) throws {
        let source = Self.blows(at: [0.5, 1, 1.5, 2, 2.5])
        var rendering = source
        for index in stride(from: 16_000, to: 20_000, by: 3) { rendering[index] = sample }
        let (one, other) = (try measure(rendering, to: source), try measure(source, to: rendering))
        #expect(try JSONEncoder().encode([one, other]).count > 100)
    }

    @Test func `A hit at the end of a rendering that is late as a whole is expected`() throws {
        let source = Self.blows(at: [0.5, 1, 2.95])
        let late = [Float](repeating: 0, count: 1600) + source
        var mapped = MappedRendering(
            PlanarSamples(channels: [late]),
            through: .constant(.normal),
            sampleRate: Self.sampleRate
        )
        mapped.delay = 1600
        let hits = HitMeter(mapped, to: PlanarSamples(channels: [source]), keepsPitch: true).found()
        #expect(hits?.expected == 3)
        #expect(hits?.missing == 0)
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
