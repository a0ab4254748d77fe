import MediaTime
import Testing
import TimeStretch

@Suite struct RampTests {
    /// In seconds: the worst error at rate 1 and in the slow part.
    @Test(
        arguments: [
            (.spectral, 0.002, 0.003), (.timeDomain, 0.005, 0.008), (.varispeed, 0.0001, 0.0001),
            (.spectralFast, 0.010, 0.025),
        ] as [(PitchAlgorithm, Double, Double)]
    )
    func `Through a ramp and back, clicks stand at their places`(
        algorithm: PitchAlgorithm,
        worst: Double,
        worstSlow: Double
    ) throws {
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
        let output = try stretch(algorithm, [clicks], map).channels[0]
        #expect(output.count == 140_000 + 90_000)
        func error(_ place: Int) -> Double {
            Double((Measures.peak(output, in: place - 2400..<place + 2400) - place).magnitude) / 48000
        }
        for place in before { #expect(error(place) <= worst) }
        for place in after { #expect(error(place + 90_000) <= worst) }
        for place in slow { #expect(error(place.target) <= worstSlow) }
    }
}
