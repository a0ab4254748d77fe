import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct SimilaritySearchTests {
    private static let length = 720

    /// The place within 480 samples of `centre` that is most like what begins at `template`.
    private func place(
        around centre: Int64,
        like template: Int64,
        in channels: [[Float]],
        sampleRate: Int = 48000
    ) throws -> Int64 {
        var source = SourceWindow(channelCount: channels.count)
        source.append(PlanarSamples(channels: channels))
        source.complete()
        var search = try SimilaritySearch(
            length: Self.length,
            places: 961,
            sampleRate: sampleRate,
            channelCount: channels.count
        )
        search.advance(in: source)
        return search.bestPlace(among: centre - 480...centre + 480, like: template, in: source)
    }

    @Test(arguments: [8000, 16_000, 44_100, 48_000, 96_000, 192_000], [2301, 2302, 2303, 2304, 2750])
    func `Audio that comes again is found to the sample`(sampleRate: Int, again: Int) throws {
        let noise = Signals.noise(count: 6000)
        var samples = noise
        samples.replaceSubrange(again..<again + Self.length, with: noise[1001..<1001 + Self.length])
        #expect(try place(around: 2400, like: 1001, in: [samples], sampleRate: sampleRate) == Int64(again))
    }

    @Test func `What comes again in one channel counts as much as in the other`() throws {
        for channel in 0..<3 {
            var channels = (0..<3).map { _ in Array(repeating: Float(0), count: 6000) }
            let noise = Signals.noise(count: Self.length)
            for start in [1000, 2345] { channels[channel].replaceSubrange(start..<start + Self.length, with: noise) }
            #expect(try place(around: 2400, like: 1000, in: channels) == 2345)
        }
    }

    @Test(arguments: [220, 997, 3001, 5003, 9973])
    func `A tone goes on in phase, at any frequency`(frequency: Double) throws {
        let tone = Signals.tone([frequency], count: 6000, sampleRate: 48000)
        let periods = Double(try place(around: 3000, like: 1000, in: [tone]) - 1000) * frequency / 48000
        // By what part of a period the best of all places misses one.
        let best = (2520...3480).map { Double($0 - 1000) * frequency / 48000 }.map { ($0 - $0.rounded()).magnitude }
            .min()
        #expect((periods - periods.rounded()).magnitude <= (best ?? 0) + 0.02)
    }

    @Test func `Fourth roots are those of the numbers to 0.8 %`() {
        for exponent in -40...40 {
            let numbers =
                Vector(1, 1.1, 1.3, 1.5, 1.7, 1.9, 1.99, 0) * Float(sign: .plus, exponent: exponent, significand: 1)
            let (roots, exact) = (numbers.fourthRoot, numbers.squareRoot().squareRoot())
            for index in 0..<Vector.scalarCount {
                #expect((roots[index] - exact[index]).magnitude <= 0.008 * exact[index])
            }
        }
    }
}
