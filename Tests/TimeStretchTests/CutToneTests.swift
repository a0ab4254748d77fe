import MediaTime
import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct CutToneTests {
    /// The audio went on in its mirror image, in another phase: the last tenth of a second rose by up to 8 dB.
    @Test(
        arguments: [.spectral, .spectralFast, .spectralRubberBand, .timeDomain] as [PitchAlgorithm],
        [60, 1000, 3517] as [Double]
    )
    func `A tone that is cut off keeps its level to the end`(algorithm: PitchAlgorithm, frequency: Double) throws {
        let tone = Signals.tone([frequency], count: 40_007, sampleRate: 48_000)
        for rate in [PlaybackRate(1, 4), PlaybackRate(1, 2), PlaybackRate(2, 1)] {
            let output = try stretch(algorithm, [tone], .constant(rate)).channels[0]
            #expect((output.suffix(4_800).map(\.magnitude).max() ?? 0) < 0.52, "\(rate)")
            let change = Measures.level(output.suffix(4_800)) - Measures.level(tone.suffix(4_800))
            #expect(change.magnitude < 0.5, "\(rate)")
        }
    }

    /// Two hits more were heard, as loud as the one that is there.
    @Test(arguments: [.spectral, .spectralFast, .spectralRubberBand, .timeDomain] as [PitchAlgorithm])
    func `A hit before the end is not heard once more`(algorithm: PitchAlgorithm) throws {
        let tone = Signals.tone([440], count: 24_000, sampleRate: 48_000, level: 0.06)
        let samples = Signals.struck(tone[...], distance: 2880)
        for rate in [PlaybackRate(1, 4), PlaybackRate(1, 2), PlaybackRate(2, 1)] {
            let output = try stretch(algorithm, [samples], .constant(rate)).channels[0]
            let last = output.suffix(1440 * Int(rate.denominator) / Int(rate.numerator))
            #expect((last.map(\.magnitude).max() ?? 0) < 0.09, "\(rate)")
        }
    }
}
