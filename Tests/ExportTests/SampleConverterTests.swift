import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing
import TimeStretch

@testable import Export

@Suite struct SampleConverterTests {
    /// As in a broadcast that goes from stereo to mono, and to another rate.
    @Test func `Audio may change its kind on the way, and change back`() throws {
        var converter = SampleConverter(
            toSampleRate: 48_000,
            ChannelLayout(channelCount: 2),
            timeBase: TimeBase(1, 90_000)
        )
        for (rate, channels) in [(48_000, 2), (44_100, 1), (48_000, 1), (44_100, 1), (32_000, 2), (48_000, 2)] {
            let block = PlanarSamples(channels: Array(repeating: Array(repeating: 0.25, count: 4410), count: channels))
            let frame = try Frame.audio(
                block,
                as: .planarFloat,
                sampleRate: rate,
                channelLayout: ChannelLayout(channelCount: channels)
            )
            let samples = try converter.samples(of: frame)
            #expect(samples.channels.count == 2)
            // What a resampler keeps for the next frame is less than 2 ms.
            let count = 4410 * 48_000 / rate
            #expect((count - 96...count).contains(samples.frameCount), "\(rate) \(channels)")
        }
    }
}
