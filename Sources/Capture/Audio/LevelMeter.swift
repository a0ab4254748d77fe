internal import MediaTime

/// How loud a channel is.
public struct ChannelLevel: Hashable, Sendable {
    /// The loudest of the newest samples, full scale being 1.
    public internal(set) var peak: Float
    /// The loudest of the last two seconds, full scale being 1.
    public internal(set) var held: Float
}

/// Measures each channel of audio, and holds peaks for a while, so that people see them.
struct LevelMeter {
    private(set) var levels: [ChannelLevel] = []
    /// When the peaks that are held were.
    private var instants: [RationalTime] = []

    /// How long a peak is held, in seconds.
    private static let hold = RationalTime(2, 1)

    /// Takes a block of samples, of all channels in turn.
    ///
    /// - Complexity: O(number of samples).
    mutating func take(_ samples: borrowing Span<Float>, channelCount: Int, at instant: RationalTime) {
        if levels.count != channelCount {
            levels = Array(repeating: ChannelLevel(peak: 0, held: 0), count: channelCount)
            instants = Array(repeating: instant, count: channelCount)
        }
        for channel in 0..<channelCount {
            var peak: Float = 0
            for index in stride(from: channel, to: samples.count, by: channelCount) {
                peak = max(peak, abs(samples[index]))
            }
            levels[channel].peak = peak
            let isOver = (try? instant - instants[channel]).map { $0 > Self.hold } ?? true
            if peak >= levels[channel].held || isOver {
                levels[channel].held = peak
                instants[channel] = instant
            }
        }
    }
}
