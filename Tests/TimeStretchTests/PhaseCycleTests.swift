import Glibc
import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

/// Rates whose positions come again, for which weights are computed once.
@Suite struct PhaseCycleTests {
    /// The last one has more phases than are kept.
    private static let rates: [(Int64, Int64)] = [
        (1, 2), (3, 4), (2, 1), (7, 3), (1001, 1000), (97, 128), (1, 32), (20, 1), (997, 9973),
    ]

    private let noise = [Signals.noise(count: 6000, seed: 1), Signals.noise(count: 6000, seed: 2)]

    private func map(_ rate: PlaybackRate) throws -> SampleMap {
        // Boundaries between samples: no position is whole.
        let start = RationalTime(1, 7 * 48000)
        return try SampleMap(
            [
                .init(.constant(PlaybackRate(1, 3)), lasting: RationalTime(1, 1001)),
                .init(.constant(rate), lasting: nil),
            ],
            sampleRate: 48000,
            sourceStart: start,
            targetStart: start
        )
    }

    private func window() -> SourceWindow { SourceWindow(whole: PlanarSamples(channels: noise)) }

    @Test(arguments: rates)
    func `Samples are the sum that the article writes, to 120 dB`(n: Int64, d: Int64) throws {
        let rate = PlaybackRate(n, d)
        let map = try map(rate)
        let output = try stretch(.varispeed, noise, map)
        let cutoff = KaiserSinc.cutoff(rate: rate.approximation)
        let reach = KaiserSinc.reach(cutoff: cutoff)
        let first = 60
        var (signal, error) = (0.0, 0.0)
        for m in stride(from: first, to: output.frameCount, by: max(1, output.frameCount / 400)) {
            let position = map.sourcePosition(at: map.firstOutput + Int64(m))
            for channel in 0..<2 {
                let ideal = (-reach...reach + 1).reduce(0.0) { sum, tap in
                    let index = Int(position.whole) + tap
                    guard noise[channel].indices.contains(index) else { return sum }
                    let weight = cutoff * KaiserSinc.value((Double(tap) - position.fraction) * cutoff)
                    return sum + weight * Double(noise[channel][index])
                }
                // Behind the end the source is continued.
                guard Int(position.whole) + reach + 1 < noise[channel].count else { continue }
                signal += ideal * ideal
                error += pow(ideal - Double(output.channels[channel][m]), 2)
            }
        }
        #expect(signal > 0)
        #expect(10 * log10(error / signal) < -120)
    }

    @Test(arguments: rates.dropLast())
    func `Samples are the same to the bit in blocks of any length`(n: Int64, d: Int64) throws {
        let map = try map(PlaybackRate(n, d))
        let output = try stretch(.varispeed, noise, map, blockLength: 6000)
        for blockLength in [1, 97, 1000] {
            #expect(try stretch(.varispeed, noise, map, blockLength: blockLength) == output)
        }
    }

    @Test(arguments: rates.dropLast())
    func `Behind a restart samples are those that there were`(n: Int64, d: Int64) throws {
        let map = try map(PlaybackRate(n, d))
        let source = window()
        let count = Int(map.outputLength(sourceLength: 6000))
        func rendered(_ engine: VarispeedEngine, from start: Int, count: Int) -> PlanarSamples {
            engine.restart(at: map.firstOutput + Int64(start))
            var output = PlanarSamples(channelCount: 2)
            engine.render(count, from: source, into: &output)
            return output
        }
        let whole = rendered(VarispeedEngine(map: map), from: 0, count: count)
        #expect(whole.frameCount == count)
        let engine = VarispeedEngine(map: map)
        for start in [count / 2, count / 3, 48, 0, count - 5] {
            let length = min(500, count - start)
            let part = rendered(engine, from: start, count: length)
            for channel in 0..<2 {
                #expect(part.channels[channel].elementsEqual(whole.channels[channel][start..<start + length]))
            }
        }
    }

    @Test func `Only so many phases are kept`() throws {
        let kernel = PolyphaseKernel(cutoff: KaiserSinc.passband)
        func cycle(_ curve: RateCurve) throws -> PhaseCycle? {
            let map = try SampleMap([.init(curve, lasting: RationalTime(1, 1))], sampleRate: 48000)
            return PhaseCycle(map.pieces[0], of: map, from: 0, kernel: kernel)
        }
        #expect(try cycle(.constant(PlaybackRate(1000, 3001))) != nil)
        #expect(try cycle(.constant(PlaybackRate(1, 1_000_003))) == nil)
        #expect(try cycle(.linear(from: .normal, to: PlaybackRate(1, 2))) == nil)
    }
}
