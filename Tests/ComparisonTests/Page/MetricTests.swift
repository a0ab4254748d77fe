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

    /// A figure of the hits that are left says nothing of those that are lost.
    @Test func `Whoever loses more hits is not the best at them`() throws {
        func rendering(missing: Int, worst: Double) -> ComparisonReport.Rendering {
            var rendering = self.rendering(0)
            let hits = Measurements.KnownHits(missing: missing, worstMilliseconds: worst)
            rendering.measurements = Measurements(lengthErrorSamples: 0, softHits: hits, tones: [])
            return rendering
        }
        let offset = try metric("soft hits, worst")
        let (kept, lost) = (rendering(missing: 0, worst: 2), rendering(missing: 3, worst: 1))
        #expect(offset.best(among: [kept, lost]) == [])
        #expect(offset.best(among: [kept, lost, rendering(missing: 0, worst: -1)]) == [2])
        #expect(offset.best(among: [rendering(missing: 3, worst: 2), lost]) == [1])
    }

    @Test func `Blows of the test program that are lost are counted`() throws {
        let missing = try #require(Metric.all.first { $0.part == .program && $0.label == "hits missing" })
        var rendering = rendering(0)
        #expect(missing.value(of: rendering) == nil)
        rendering.measurements = try Example.measure(
            Example.altered { mid, side in
                for hit in [Example.program.earlyHit, Example.program.softHits[1]] {
                    for offset in -20..<800 {
                        mid[hit + offset] *= 0.01
                        side[hit + offset] *= 0.01
                    }
                }
            }
        )
        #expect(missing.value(of: rendering) == 2)
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
