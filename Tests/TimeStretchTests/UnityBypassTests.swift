import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct UnityBypassTests {
    private static func map() throws -> SampleMap {
        let slow = PlaybackRate(1, 2)
        return try SampleMap(
            [
                .init(.constant(.normal), lasting: RationalTime(1, 1)),
                .init(.smooth(from: .normal, to: slow), lasting: RationalTime(1, 2)),
                .init(.constant(slow), lasting: RationalTime(1, 2)),
                .init(.constant(.normal), lasting: RationalTime(3, 2)),
                .init(.constant(slow), lasting: RationalTime(1, 2)), .init(.constant(.normal), lasting: nil),
            ],
            sampleRate: 48000
        )
    }

    @Test(arguments: [PitchAlgorithm.spectral, .spectralRubberBand, .timeDomain])
    func `Parts at rate 1 are the source, sample by sample`(algorithm: PitchAlgorithm) throws {
        let source = [Signals.noise(count: 192_000, seed: 1), Signals.noise(count: 192_000, seed: 2)]
        let output = try stretch(algorithm, source, Self.map(), sampleRate: 48000)
        // In source samples: 48,000 + 18,000 + 12,000 + 72,000 + 12,000 and the rest.
        for (output, source) in zip(output.channels, source) {
            #expect(output[..<29_000].elementsEqual(source[..<29_000]))
            #expect(output[116_000..<148_000].elementsEqual(source[98_000..<130_000]))
            #expect(output[212_000...].elementsEqual(source[182_000...]))
        }
    }

    @Test(
        arguments: [(PitchAlgorithm.spectral, 16_640), (.spectralRubberBand, 17_800), (.timeDomain, 2400)]
            as [(PitchAlgorithm, Int64)]
    )
    func `A tone goes through the fades without a dent`(algorithm: PitchAlgorithm, settling: Int64) throws {
        let tone = Signals.tone([330], count: 192_000, sampleRate: 48000)
        let output = try stretch(algorithm, [tone], Self.map()).channels[0]
        let level = Measures.level(tone[...])
        let fade: Int64 = 960
        let fades = try UnityBypass.spans(of: Self.map(), settling: settling, fade: fade).flatMap { span in
            (span.fadesIn ? [span.start] : []) + (span.fadesOut ? [span.end - fade] : [])
        }
        #expect(fades.count == 4)
        for fade in fades {
            for start in stride(from: Int(fade) - 480, through: Int(fade) + 480, by: 240) {
                #expect((Measures.level(output[start..<start + 1440]) - level).magnitude < 0.5)
            }
        }
    }

    @Test func `Short parts at rate 1, and their fades, are left to the engine`() throws {
        let half = RateCurve.constant(PlaybackRate(1, 2))
        let map = try SampleMap(
            [
                .init(half, lasting: RationalTime(1, 1)), .init(.constant(.normal), lasting: RationalTime(1, 10)),
                .init(half, lasting: RationalTime(1, 1)), .init(.constant(.normal), lasting: RationalTime(1, 1)),
                .init(.constant(.normal), lasting: RationalTime(1, 1)), .init(half, lasting: nil),
            ],
            sampleRate: 1000
        )
        let spans = UnityBypass.spans(of: map, settling: 300, fade: 20)
        #expect(spans == [UnityBypass.Span(start: 2400, end: 3800, fadesIn: true, fadesOut: true)])
    }
}
