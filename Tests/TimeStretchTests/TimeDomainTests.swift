import Glibc
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct TimeDomainTests {
    @Test(arguments: [(1, 2), (2, 3), (5, 4), (2, 1)] as [(Int64, Int64)])
    func `Bursts are played once each, whole and in their places`(n: Int64, d: Int64) throws {
        let bursts = Bursts(count: 8, sampleRate: 48000)
        let output = try stretch(.timeDomain, [bursts.samples], .constant(PlaybackRate(n, d))).channels[0]
        let places = bursts.positions.map { Double($0) * Double(d) / Double(n) }
        let events = Measures.events(output, sampleRate: 48000)
        #expect(events.count == places.count)
        for (event, place) in zip(events, places) {
            // 10 ms at worst; the burst's middle lies 2 ms behind its onset.
            #expect((Double(event) - place).magnitude < 0.01 * 48000)
        }
        let peak = output.map(\.magnitude).max() ?? 0
        let sourcePeak = bursts.samples.map(\.magnitude).max() ?? 0
        #expect((peak - sourcePeak).magnitude < 0.02 * sourcePeak)
    }

    @Test func `The pitch is kept`() throws {
        let tone = Signals.tone([440], count: 48_000, sampleRate: 48000)
        let output = try stretch(.timeDomain, [tone], .constant(PlaybackRate(1, 2))).channels[0]
        #expect(Measures.signalToNoise(output[40_000..<52_000], frequencies: [440], sampleRate: 48000) > 40)
    }

    @Test func `The stereo image keeps its width`() throws {
        let (mid, side) = (Signals.noise(count: 72_000, seed: 1), Signals.noise(count: 72_000, level: 0.03, seed: 2))
        let output = try stretch(
            .timeDomain,
            [zip(mid, side).map { $0 + $1 }, zip(mid, side).map { $0 - $1 }],
            .constant(PlaybackRate(1, 2))
        )
        let change = Measures.width(output.channels) - (Measures.level(side[...]) - Measures.level(mid[...]))
        #expect(change.magnitude <= 0.5)
    }

    @Test func `No offset leaves the tolerance at the end of an hour-long map`() throws {
        // The last second of an hour at an unwieldy rate: its clicks stand where the whole map puts them.
        let rate = PlaybackRate(7001, 13_003)
        let hour = try rate.sourceDuration(of: RationalTime(3600, 1))
        let map = try SampleMap(
            [.init(.constant(rate), lasting: nil)],
            sampleRate: 8000,
            sourceStart: hour.negated(),
            targetStart: RationalTime(-3600, 1)
        )
        let engine = try TimeDomainEngine(map: map, sampleRate: 8000, channelCount: 1)
        engine.restart(at: 0)
        var source = SourceWindow(channelCount: 1)
        let positions = [1000, 2711, 5003]
        source.append(PlanarSamples(channels: [Signals.clicks(at: positions, count: 8000)]))
        source.complete()
        var output = PlanarSamples(channelCount: 1)
        engine.render(12_000, from: source, into: &output)
        for position in positions {
            let place = Int(Double(position) / rate.approximation)
            #expect((Measures.peak(output.channels[0], in: place - 400..<place + 400) - place).magnitude < 80)
        }
    }
}

@Suite struct OnsetDetectorTests {
    private func onsets(in samples: [Float]) throws -> [Int64] {
        var detector = try OnsetDetector(sampleRate: 48000)
        var source = SourceWindow(channelCount: 1)
        source.append(PlanarSamples(channels: [samples]))
        source.complete()
        let reachedTheEnd = detector.advance(to: .max, in: source)
        #expect(reachedTheEnd)
        return detector.onsets.map(\.sample)
    }

    @Test func `Every burst has one onset, at most a millisecond before it`() throws {
        let bursts = Bursts(count: 6, sampleRate: 48000)
        let found = try onsets(in: bursts.samples)
        #expect(found.count == 6)
        for (onset, position) in zip(found, bursts.positions) {
            #expect((position - 48...position + 5).contains(Int(onset)))
        }
    }

    @Test func `A burst is found over music as loud`() throws {
        let bursts = Bursts(count: 4, sampleRate: 48000)
        let tone = Signals.tone([220, 440, 660], count: bursts.samples.count, sampleRate: 48000)
        let found = try onsets(in: zip(tone, bursts.samples).map { $0 + $1 }).filter { $0 > 5000 && $0 < 70_000 }
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
            let found = try onsets(in: steady).filter { $0 > 3000 && $0 < 47_000 }
            #expect(found.isEmpty)
        }
    }
}
