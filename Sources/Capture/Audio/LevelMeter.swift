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

    /// Of the block that is measured.
    private var peaks: [Float] = []

    /// Takes a block of samples, of all channels in turn.
    ///
    /// - Complexity: O(number of samples).
    mutating func take(_ samples: borrowing Span<Float>, channelCount: Int, at instant: RationalTime) {
        if levels.count != channelCount {
            levels = Array(repeating: ChannelLevel(peak: 0, held: 0), count: channelCount)
            instants = Array(repeating: instant, count: channelCount)
        }
        measure(samples, channelCount)
        for channel in 0..<channelCount {
            let peak = peaks[channel]
            levels[channel].peak = peak
            let isOver = (try? instant - instants[channel]).map { $0 > Self.hold } ?? true
            if peak >= levels[channel].held || isOver {
                levels[channel].held = peak
                instants[channel] = instant
            }
        }
    }

    /// One pass, without iterators: this runs on the microphone's thread, also in builds that are not optimised.
    private mutating func measure(_ samples: borrowing Span<Float>, _ channelCount: Int) {
        peaks = Array(repeating: 0, count: channelCount)
        let count = samples.count
        for channel in 0..<channelCount {
            var (index, peak) = (channel, Float(0))
            while index < count {
                let sample = samples[index]
                if sample > peak { peak = sample } else if -sample > peak { peak = -sample }
                index += channelCount
            }
            peaks[channel] = peak
        }
    }
}
