import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct IntegerResamplerTests {
    private func window(_ samples: [Float]) -> SourceWindow {
        var window = SourceWindow(channelCount: 1)
        window.append(PlanarSamples(channels: [samples]))
        window.complete()
        return window
    }

    @Test(arguments: [2, 3, 4, 6])
    func `What was raised goes through the samples that were there`(factor: Int) {
        let noise = Signals.noise(count: 500)
        let raised = IntegerResampler(factor: factor).raised(window(noise), from: 0, count: 500).channels[0]
        #expect(raised.count == factor * 500)
        for (index, sample) in noise.enumerated() { #expect((raised[factor * index] - sample).magnitude < 1e-6) }
    }

    @Test(arguments: [2, 3, 4, 6], [100, 1000, 3200] as [Double])
    func `Raised and lowered, a tone is what it was`(factor: Int, frequency: Double) {
        let tone = Signals.tone([frequency], count: 1000, sampleRate: 8000)
        let resampler = IntegerResampler(factor: factor)
        let raised = resampler.raised(window(tone), from: 0, count: 1000)
        let ideal = Signals.tone([frequency], count: factor * 1000, sampleRate: factor * 8000)
        let errors = (100 * factor..<900 * factor).map { raised.channels[0][$0] - ideal[$0] }
        #expect(Measures.level(errors[...]) < Measures.level(tone[...]) - 50)

        var lowered = PlanarSamples(channelCount: 1)
        resampler.appendLowered(600, of: window(raised.channels[0]), from: 200, to: &lowered)
        let differences = zip(lowered.channels[0], tone[200..<800]).map { $0 - $1 }
        #expect(Measures.level(differences[...]) < Measures.level(tone[...]) - 50)
    }
}
