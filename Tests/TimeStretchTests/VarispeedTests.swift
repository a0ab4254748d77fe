import Glibc
import MediaTime
import SignalMeasures
import Testing
import TimeStretch

@Suite struct VarispeedTests {
    @Test(
        arguments: [(440.0, 1, 2), (440, 97, 128), (9000, 1, 3), (5000, 2, 1), (997, 31, 7)] as [(Double, Int64, Int64)]
    )
    func `A tone is transposed by the rate, 120 dB clean`(frequency: Double, n: Int64, d: Int64) throws {
        let tone = Signals.tone([frequency], count: 24_000, sampleRate: 48000)
        let output = try stretch(.varispeed, [tone], .constant(PlaybackRate(n, d))).channels[0]
        let middle = output[output.count / 4..<output.count / 4 + min(output.count / 2, 8000)]
        let transposed = frequency * Double(n) / Double(d)
        #expect(Measures.signalToNoise(middle, frequencies: [transposed], sampleRate: 48000) > 120)
    }

    @Test(arguments: [false, true])
    func `Through a ramp, samples stand at the map's positions to 120 dB`(isSmooth: Bool) throws {
        for (from, to) in [(PlaybackRate.normal, PlaybackRate(1, 4)), (PlaybackRate(1, 2), PlaybackRate(4))] {
            let curve = isSmooth ? RateCurve.smooth(from: from, to: to) : .linear(from: from, to: to)
            let map = try SampleMap(
                [.init(curve, lasting: RationalTime(1, 4)), .init(.constant(to), lasting: nil)],
                sampleRate: 48000
            )
            let output = try stretch(.varispeed, [Signals.tone([2000], count: 40_000, sampleRate: 48000)], map)
            var (signal, noise) = (0.0, 0.0)
            for m in 1000..<14_000 {
                // The integral of the ramp, written out.
                let length = 12_000.0
                let u = min(Double(m) / length, 1)
                let (a, b) = (from.approximation, to.approximation)
                let eased = isSmooth ? u * u * u - u * u * u * u / 2 : u * u / 2
                let position = length * (a * u + (b - a) * eased) + b * max(0, Double(m) - length)
                let ideal = 0.5 * sin(2 * .pi * 2000 * position / 48000)
                signal += ideal * ideal
                noise += (ideal - Double(output.channels[0][m])) * (ideal - Double(output.channels[0][m]))
            }
            #expect(10 * log10(signal / noise) > 120)
        }
    }

    @Test func `Faster audio does not fold over`() throws {
        let tone = Signals.tone([15_000], count: 48_000, sampleRate: 48000)
        let output = try stretch(.varispeed, [tone], .constant(PlaybackRate(2))).channels[0]
        #expect(Measures.level(output[2000..<22_000]) < -110)
    }

    @Test(arguments: [1000.0, 10_000, 18_000])
    func `The pass band is flat to 0.1 dB`(frequency: Double) throws {
        let tone = Signals.tone([frequency], count: 24_000, sampleRate: 48000)
        let output = try stretch(.varispeed, [tone], .constant(PlaybackRate(2, 3))).channels[0]
        let change = Measures.level(output[6000..<30_000]) - Measures.level(tone[4000..<20_000])
        #expect(change.magnitude < 0.1)
    }

    @Test func `A map may begin before target time zero`() throws {
        let noise = Signals.noise(count: 3000)
        let segments = [SampleMap.Segment(.constant(PlaybackRate(1, 2)), lasting: nil)]
        let early = try SampleMap(segments, sampleRate: 48000, targetStart: RationalTime(-1, 10))
        let output = try stretch(.varispeed, [noise], early)
        #expect(try output.channels == stretch(.varispeed, [noise], .constant(PlaybackRate(1, 2))).channels)
    }

    @Test func `A click stands within a sample of its place`() throws {
        let positions = Array(stride(from: 1000, to: 20_000, by: 1501))
        let map = SampleMap.constant(PlaybackRate(1, 2))
        let output = try stretch(.varispeed, [Signals.clicks(at: positions, count: 21_000)], map).channels[0]
        for position in positions {
            #expect(Measures.peak(output, in: 2 * position - 500..<2 * position + 500) == 2 * position)
        }
    }

    @Test func `Parts at rate 1 are copied between retimed ones`() throws {
        let noise = Signals.noise(count: 30_000)
        let map = try SampleMap(
            [
                .init(.constant(PlaybackRate(1, 2)), lasting: RationalTime(1, 10)),
                .init(.constant(.normal), lasting: RationalTime(1, 10)),
                .init(.constant(PlaybackRate(2)), lasting: nil),
            ],
            sampleRate: 48000
        )
        let output = try stretch(.varispeed, [noise], map).channels[0]
        #expect(output[4800..<9600].elementsEqual(noise[2400..<7200]))
    }
}
