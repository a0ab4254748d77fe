import Glibc
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct OnsetDetectorTests {
    private func onsets(_ samples: [Float], sampleRate: Int = 48_000) throws -> [Int64] {
        var detector = try OnsetDetector(sampleRate: sampleRate)
        detector.restart(at: 0)
        let isWhole = detector.advance(to: .max, in: SourceWindow(whole: PlanarSamples(channels: [samples])))
        #expect(isWhole)
        return detector.onsets.map(\.sample)
    }

    @Test func `Every burst has one onset, at most a millisecond before it`() throws {
        let bursts = Bursts(count: 6, sampleRate: 48000)
        let found = try onsets(bursts.samples)
        #expect(found.count == 6)
        for (onset, position) in zip(found, bursts.positions) {
            #expect((position - 48...position + 5).contains(Int(onset)))
        }
    }

    @Test func `A burst is found over music as loud`() throws {
        let bursts = Bursts(count: 4, sampleRate: 48000)
        let tone = Signals.tone([220, 440, 660], count: bursts.samples.count, sampleRate: 48000)
        let found = try onsets(zip(tone, bursts.samples).map { $0 + $1 }).filter { $0 > 5000 && $0 < 70_000 }
        #expect(found.count == 4)
    }

    @Test func `Steady audio has no onsets: noise, a low pulse, vibrato`() throws {
        let noise = Signals.noise(count: 48_000)
        let pulse = Signals.clicks(at: Array(stride(from: 0, to: 48_000, by: 600)), count: 48_000)
        let vibrato = (0..<48_000).map { n in
            let time = Double(n) / 48000
            return Float(0.5 * sin(2 * .pi * 440 * time + 6 * sin(2 * .pi * 6 * time)))
        }
        for steady in [noise, pulse, vibrato] {
            // Only where it sets in and ends.
            let found = try onsets(steady).filter { $0 > 3000 && $0 < 47_000 }
            #expect(found.isEmpty)
        }
    }

    /// It would get a frame of its own, and what comes before it would be faded out.
    @Test(arguments: [330.0, 1000, 5000], [8000, 48_000])
    func `A tone that is cut off has no attack at its end`(frequency: Double, sampleRate: Int) throws {
        guard frequency < Double(sampleRate) / 2 else { return }
        let tone = Signals.tone([frequency], count: sampleRate + 57, sampleRate: sampleRate)
        #expect(try onsets(tone, sampleRate: sampleRate).allSatisfy { $0 < sampleRate / 10 })
    }

    /// Noise out of digital silence is new in all of the spectrum, and the hit is not: but it is much louder.
    @Test(arguments: [6, 9, 12, 14, 18], [0, 480, 48_000])
    func `A hit soon behind faint noise out of silence is found`(milliseconds: Int, silence: Int) throws {
        let hit = silence + 48 * milliseconds
        var samples = [Float](repeating: 0, count: silence) + Signals.noise(count: 24_000, level: 0.01)
        for index in 0..<20 { samples[hit + index] += 0.8 * Float(exp(-Double(index) / 5)) }
        let found = try onsets(samples)
        #expect(found.contains { ($0 - Int64(hit)).magnitude < 96 }, "\(found), and the hit is at \(hit)")
    }
}
