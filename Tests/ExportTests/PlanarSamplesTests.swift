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
        let expected: [Float] = [0, -1, 1.5, 1024, -1024, 1024, -1024, 0, 0, 0, 0]
        let bounded = PlanarSamples(frame)
        #expect(bounded?.channels == [expected])
    }

    @Test func `Samples are rounded to the nearest of 24 bits`() {
        let step: Float = 0x1p-23
        let samples = [0, 0.4, 0.6, -0.4, -0.6, 1.5, 2.5, 1 - 0x1p-23].map { $0 * step } + [-1, 1, 0.75]
        let rounded = PlanarSamples(channels: [samples]).rounded24.channels[0].map { $0 / step }
        #expect(rounded == [0, 0, 1, 0, -1, 2, 2, 1, -0x1p23, 0x1p23, 0x1.8p22])
    }
}
