import Glibc
import MediaTime
import Testing
import TimeStretch

@Suite struct SpectralTests {
    @Test(
        arguments: [(1, 2, 0.003, 0.001), (1, 4, 0.006, 0.003), (2, 1, 0.003, 0.001)]
            as [(Int64, Int64, Double, Double)]
    )
    func `Clicks stand at their places, without a trend`(n: Int64, d: Int64, worst: Double, mean: Double) throws {
        let sampleRate = 48000
        let positions = (0..<8).map { 9000 + 19_237 * $0 }
        let map = SampleMap.constant(try .of(n, d))
        let clicks = Signals.clicks(at: positions, count: 9000 + 19_237 * 8)
        let output = try stretch(.spectral, [clicks], map).channels[0]
        let errors = positions.map { position in
            let place = position * Int(d) / Int(n)
            return Double(Measures.peak(output, in: place - 3000..<place + 3000) - place) / Double(sampleRate)
        }
        #expect(errors.allSatisfy { $0.magnitude <= worst })
        #expect((errors.reduce(0, +) / Double(errors.count)).magnitude <= mean)
        #expect((errors[4...].reduce(0, +) / 4 - errors[..<4].reduce(0, +) / 4).magnitude <= worst)
    }

    @Test func `Through a ramp and back, clicks stand at their places`() throws {
        let quarter = try PlaybackRate.of(1, 4)
        let map = try SampleMap(
            [
                .init(.constant(.normal), lasting: RationalTime(1, 2)),
                .init(.smooth(from: .normal, to: quarter), lasting: RationalTime(1, 2)),
                .init(.constant(quarter), lasting: RationalTime(2, 1)),
                .init(.smooth(from: quarter, to: .normal), lasting: RationalTime(1, 2)),
                .init(.constant(.normal), lasting: nil),
            ],
            sampleRate: 48000
        )
        // By the map: 24,000 + 15,000 + 24,000 + 15,000 source samples lead back to rate 1, which lasts 90,000 longer
        // in the target.
        let before = [5000, 17_000]
        let after = [90_000, 110_000, 131_313]
        let slow = [42_000, 51_000, 60_000].map { (source: $0, target: 48_000 + ($0 - 39_000) * 4) }
        let clicks = Signals.clicks(at: before + slow.map(\.source) + after, count: 140_000)
        let output = try stretch(.spectral, [clicks], map).channels[0]
        #expect(output.count == 140_000 + 90_000)
        func error(_ place: Int) -> Double {
            Double((Measures.peak(output, in: place - 2400..<place + 2400) - place).magnitude) / 48000
        }
        for place in before { #expect(error(place) <= 0.005) }
        for place in after { #expect(error(place + 90_000) <= 0.005) }
        for place in slow { #expect(error(place.target) <= 0.008) }
    }

    @Test(arguments: [(1, 4), (1, 2), (5, 4), (2, 1)] as [(Int64, Int64)])
    func `Bursts sound once each and in their places`(n: Int64, d: Int64) throws {
        let bursts = Bursts(count: 6, sampleRate: 48000)
        let output = try stretch(.spectral, [bursts.samples], .constant(.of(n, d))).channels[0]
        let places = bursts.positions.map { Double($0) * Double(d) / Double(n) }
        let events = Measures.events(output, sampleRate: 48000)
        #expect(events.count == places.count)
        for (event, place) in zip(events, places) { #expect((Double(event) - place).magnitude < 0.008 * 48000) }
    }

    @Test func `The pitch is kept`() throws {
        let tone = Signals.tone([440], count: 72_000, sampleRate: 48000)
        let output = try stretch(.spectral, [tone], .constant(.of(1, 2))).channels[0]
        let middle = output[60_000..<84_000]
        #expect(Measures.signalToNoise(middle, frequencies: [440], sampleRate: 48000) > 49)
        #expect((Measures.level(middle) - Measures.level(tone[30_000..<42_000])).magnitude < 0.2)
    }

    @Test func `The sound begins and ends at full level`() throws {
        let tone = Signals.tone([440], count: 48_000, sampleRate: 48000)
        let output = try stretch(.spectral, [tone], .constant(.of(1, 2))).channels[0]
        #expect(Measures.level(output[0..<4800]) > Measures.level(tone[0..<4800]) - 3)
        #expect(Measures.level(output[91_200...]) > Measures.level(tone[0..<4800]) - 3)
    }

    @Test(arguments: [(1, 2), (1, 4)] as [(Int64, Int64)])
    func `The stereo image keeps its width`(n: Int64, d: Int64) throws {
        let mid = Signals.noise(count: 96_000, seed: 1)
        let side = Signals.noise(count: 96_000, level: 0.03, seed: 2)
        let left = zip(mid, side).map { $0 + $1 }
        let right = zip(mid, side).map { $0 - $1 }
        let output = try stretch(.spectral, [left, right], .constant(.of(n, d)))
        let before = Measures.level(side[...]) - Measures.level(mid[...])
        let after = Measures.width(output.channels)
        #expect((after - before).magnitude <= 0.5)
    }
}
