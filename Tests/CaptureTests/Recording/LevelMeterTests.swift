import MediaTime
import Testing

@testable import Capture

/// Levels of channels, and peaks that are held.
@Suite struct LevelMeterTests {
    @Test func `Each channel has its own level, and its peak is held for two seconds`() {
        var meter = LevelMeter()
        func take(_ samples: [Float], at seconds: Int64) {
            meter.take(samples.span, channelCount: 2, at: RationalTime(seconds, 1))
        }
        take([0.5, -0.1, -0.25, 0.05], at: 0)
        #expect(meter.levels == [ChannelLevel(peak: 0.5, held: 0.5), ChannelLevel(peak: 0.1, held: 0.1)])
        take([0.125, 0.75], at: 1)
        #expect(meter.levels == [ChannelLevel(peak: 0.125, held: 0.5), ChannelLevel(peak: 0.75, held: 0.75)])
        take([0.125, 0.25], at: 3)
        #expect(meter.levels == [ChannelLevel(peak: 0.125, held: 0.125), ChannelLevel(peak: 0.25, held: 0.75)])
    }
}
