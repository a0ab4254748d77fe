import SignalMeasures
import Testing

@testable import TimeStretch

@Suite struct DecayFilterTests {
    private static let ends = [200.0, 1000, 4000, 24_000]

    private func filtered(
        _ samples: PlanarSamples,
        from start: Int64 = 0,
        block: Int = 4096,
        attack: Int64 = .max,
        gains: @escaping (Int64) -> [Float]?
    ) throws -> PlanarSamples {
        let filter = try DecayFilter(ends: Self.ends, sampleRate: 48_000, channelCount: samples.channelCount)
        filter.restart(at: start)
        var output = PlanarSamples(channelCount: samples.channelCount)
        for offset in stride(from: 0, to: samples.frameCount, by: block) {
            var part = PlanarSamples(channelCount: samples.channelCount)
            part.append(samples, from: offset, count: min(block, samples.frameCount - offset))
            filter.filter(part, into: &output) { DecayCourse.Raise(attack: attack, gains: gains($0)) }
        }
        return output
    }

    private let stereo = PlanarSamples(channels: [
        Signals.noise(count: 20_000), Signals.noise(count: 20_000, seed: 2),
    ])

    @Test func `What is not raised comes out as it went in`() throws {
        let output = try filtered(stereo) { _ in nil }
        #expect(output.frameCount > 19_000)
        for channel in 0..<2 {
            #expect(output.channels[channel][...] == stereo.channels[channel].prefix(output.frameCount))
        }
    }

    @Test func `A gain of all bands is that of the samples`() throws {
        let output = try filtered(stereo, from: 1_000) { _ in [2, 2, 2, 2] }
        for channel in 0..<2 {
            for (own, wanted) in zip(output.channels[channel], stereo.channels[channel]).dropFirst(1024) {
                #expect((own - 2 * wanted).magnitude < 1e-4)
            }
        }
    }

    @Test func `One band is raised, and the others are not`() throws {
        let gains: [Float] = [1, 1, 3, 1]
        for (frequency, gain) in [(80, 1), (2000, 3), (12_000, 1)] as [(Double, Double)] {
            let tone = PlanarSamples(channels: [Signals.tone([frequency], count: 20_000, sampleRate: 48_000)])
            let output = try filtered(tone) { _ in gains }.channels[0][2_000..<18_000]
            #expect(
                (Measures.level(output) - Measures.level(tone.channels[0][2_000..<18_000]) - (gain == 1 ? 0 : 9.54))
                    .magnitude < 0.3
            )
        }
    }

    @Test func `What is raised is a decibel louder than its attack, and no more`() throws {
        var hit = Signals.noise(count: 20_000, level: 0.1)
        for index in 5_000..<5_010 { hit[index] *= 5 }
        let output = try filtered(PlanarSamples(channels: [hit, stereo.channels[1]]), attack: 5_000) { target in
            target < 5_000 ? nil : [20, 20, 20, 20]
        }.channels
        let loudest = [hit, stereo.channels[1]].map { $0[5_000...].map(\.magnitude).max() ?? 0 }
        let raised = output.map { $0[5_000...].map(\.magnitude).max() ?? 0 }
        #expect(zip(raised, loudest).allSatisfy { $0 < 1.123 * $1 })
        // The channel that is the first to be as loud bounds both.
        #expect(raised[1] > 1.1 * loudest[1])
    }

    @Test func `The blocks in which samples come change nothing, nor does where one begins`() throws {
        let gains: (Int64) -> [Float] = { [1, 1 + Float($0 % 5000) / 5000, 1.5, 1] }
        let whole = try filtered(stereo, gains: gains)
        #expect(
            try filtered(stereo, block: 77, gains: gains).channels.map { $0.prefix(19_000) }
                == whole.channels.map { $0.prefix(19_000) }
        )
        var late = PlanarSamples(channelCount: 2)
        late.append(stereo, from: 5_000, count: 15_000)
        let part = try filtered(late, from: 5_000, gains: gains)
        for channel in 0..<2 {
            #expect(part.channels[channel][1_000..<12_000] == whole.channels[channel][6_000..<17_000])
        }
    }
}
