import FFmpeg
import TestSupport
import Testing
import TimeStretch

@testable import Export

@Suite struct PlanarSamplesTests {
    /// Encoders of AAC search for ever for the steps of a sample of 10³⁰.
    @Test func `Samples that no device records are bounded`() throws {
        let samples: [Float] = [0, -1, 1.5, 1024, -1024, 1025, -1e30, .infinity, -.infinity, .nan, -.nan]
        let layout = ChannelLayout(channelCount: 1)
        let block = PlanarSamples(channels: [samples])
        let frame = try Frame.audio(block, as: .planarFloat, sampleRate: 48_000, channelLayout: layout)
        let expected: [Float] = [0, -1, 1.5, 1024, -1024, 1024, -1024, 1024, -1024, 0, 0]
        let bounded = PlanarSamples(frame)
        #expect(bounded?.channels == [expected])
    }
}
