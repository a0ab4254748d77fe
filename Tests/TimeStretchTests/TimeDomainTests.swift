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

    @Test(arguments: [PitchAlgorithm.timeDomain, .lowLatency], [(1, 2), (3, 2), (2, 1)] as [(Int64, Int64)])
    func `What begins with the first sample is heard from there on`(
        algorithm: PitchAlgorithm,
        rate: (Int64, Int64)
    ) throws {
        let noise = Signals.noise(count: 48_000, level: 0.3, seed: 5)
        let clap = noise.enumerated().map { $0.element * Float(exp(-Double($0.offset) / 300)) }
        let map = SampleMap.constant(algorithm.snapped(PlaybackRate(rate.0, rate.1)))
        for source in [noise, clap] {
            let output = try stretch(algorithm, [source], map).channels[0]
            let change = Measures.level(output[..<240]) - Measures.level(source[..<240])
            // In decibels; an attack that began in silence lost three to eleven.
            #expect(change.magnitude < 2.9)
        }
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
