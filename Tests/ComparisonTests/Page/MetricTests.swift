import Testing

@testable import Comparison

/// The rows of the table.
@Suite struct MetricTests {
    private func rendering(_ lengthError: Int, _ loudness: Double? = nil, memory: Int? = nil)
        -> ComparisonReport.Rendering
    {
        var rendering = ComparisonReport.Rendering(
            name: "a",
            audio: "",
            spectrogram: "",
            waveform: "",
            samples: 0,
            lengthErrorSamples: lengthError,
            loudness: loudness,
            matchingGainDecibels: 0
        )
        rendering.cost = memory.map { .init(cpuSecondsPerSecond: 1, latencyMilliseconds: 1, memoryBytes: $0) }
        return rendering
    }

    private func metric(_ label: String) throws -> Metric { try #require(Metric.all.first { $0.label == label }) }

    @Test func `The best are all that show the same figure`() throws {
        let length = try metric("length error")
        #expect(length.best(among: [rendering(3), rendering(-1), rendering(1)]) == [1, 2])
        #expect(length.best(among: [rendering(3), rendering(3)]) == [])
        #expect(
            try metric("memory").best(among: [
                rendering(0, memory: 5 << 20), rendering(0), rendering(0, memory: 1 << 20),
            ]) == [2]
        )
    }

    @Test func `Facts have no best`() throws {
        #expect(try metric("loudness").best(among: [rendering(0, -20), rendering(0, -10)]) == [])
    }

    @Test func `Every row of each part has a name of its own, a line and a direction or none`() {
        for part in Metric.Part.allCases {
            let labels = Metric.all.filter { $0.part == part }.map(\.label)
            #expect(Set(labels).count == labels.count)
        }
        #expect(Metric.all.allSatisfy { !$0.explanation.contains("\n") && $0.explanation.count < 110 })
    }

    @Test(arguments: [8_000, 44_100, 48_000])
    func `A spectrogram's axis rises from 20 Hz to half of the sample rate`(sampleRate: Int) {
        let scale = SpectrogramScale(sampleRate: sampleRate)
        #expect(abs(scale.height(of: 20)) < 1e-9)
        #expect(abs(scale.height(of: Double(sampleRate) / 2) - 1) < 0.001)
        let heights = scale.ticks.map(scale.height(of:))
        #expect(heights == heights.sorted())
        #expect(heights.allSatisfy { 0.1...0.99 ~= $0 })
    }
}
