import MediaTime
import Testing
import TimeStretch

@testable import Comparison

/// What an algorithm costs.
@Suite struct StretcherCostTests {
    private func latency(through map: SampleMap) throws -> Double {
        let program = Example.program
        let audio = PlanarSamples(channels: program.samples.channels.map { Array($0.prefix(program.sampleRate)) })
        return try StretcherCost.footprint(.timeDomain, map, audio, sampleRate: program.sampleRate).latencySeconds
    }

    /// At rate 1 samples are copied: only the step of 64 samples is ahead.
    @Test func `Latency is that of the rates that are played`() throws {
        let half = PlaybackRate(1, 2)
        let copied = try latency(through: .constant(.normal))
        #expect(copied < 0.02)
        let slowed = try latency(through: .constant(half))
        #expect(slowed > 2 * copied)
        let segments: [SampleMap.Segment] = [
            .init(.constant(.normal), lasting: RationalTime(1, 2)), .init(.constant(half), lasting: nil),
        ]
        let both = try latency(through: SampleMap(segments, sampleRate: Example.program.sampleRate))
        #expect(both > 2 * copied)
    }
}
