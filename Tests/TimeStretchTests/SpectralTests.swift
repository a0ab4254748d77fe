import Glibc
import MediaTime
import Testing
import TimeStretch

@Suite struct SpectralTests {
    @Test(
        arguments: [(1, 2, 0.001, 0.0005), (1, 4, 0.002, 0.001), (2, 1, 0.002, 0.001)]
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
