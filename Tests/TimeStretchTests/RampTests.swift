import MediaTime
import SignalMeasures
import Testing
import TimeStretch

@Suite struct RampTests {
    /// In seconds: the worst error at rate 1 and in the slow part.
    @Test(
        arguments: [
            (.spectral, 0.002, 0.003), (.timeDomain, 0.005, 0.008), (.varispeed, 0.000_1, 0.000_1),
            (.spectralFast, 0.002, 0.003),
        ] as [(PitchAlgorithm, Double, Double)],
        [8000, 48_000]
    )
    func `Through a ramp and back, clicks stand at their places`(
        bounds: (algorithm: PitchAlgorithm, worst: Double, worstSlow: Double),
        sampleRate: Int
    ) throws {
        let quarter = PlaybackRate(1, 4)
        let map = try SampleMap(
            [
                .init(.constant(.normal), lasting: RationalTime(1, 2)),
                .init(.smooth(from: .normal, to: quarter), lasting: RationalTime(1, 2)),
                .init(.constant(quarter), lasting: RationalTime(2, 1)),
                .init(.smooth(from: quarter, to: .normal), lasting: RationalTime(1, 2)),
                .init(.constant(.normal), lasting: nil),
            ],
            sampleRate: sampleRate
        )
        // By the map: 4000 + 2500 + 4000 + 2500 source samples at 8 kHz lead back to rate 1, which lasts 15,000 longer
        // in the target.
        let scale = sampleRate / 8000
        let before = [833, 2833].map { $0 * scale }
        let after = [15_000, 18_333, 21_885].map { $0 * scale }
        let slow = [7000, 8500, 10_000].map { (source: $0 * scale, target: (8000 + ($0 - 6500) * 4) * scale) }
        let clicks = Signals.clicks(at: before + slow.map(\.source) + after, count: 23_333 * scale)
        let output = try stretch(bounds.algorithm, [clicks], map, sampleRate: sampleRate).channels[0]
        #expect(output.count == (23_333 + 15_000) * scale)
        let reach = sampleRate / 20
        func error(_ place: Int) -> Double {
            Double((Measures.peak(output, in: place - reach..<place + reach) - place).magnitude) / Double(sampleRate)
        }
        for place in before { #expect(error(place) <= bounds.worst) }
        for place in after { #expect(error(place + 15_000 * scale) <= bounds.worst) }
        for place in slow { #expect(error(place.target) <= bounds.worstSlow) }
    }
}
