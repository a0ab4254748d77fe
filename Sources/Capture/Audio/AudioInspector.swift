/// Looks for clipping and silence in a microphone's samples, and says each once.
struct AudioInspector {
    private let channelCount: Int
    private let gain: Float
    /// Samples of a channel in the time after which silence is said.
    private let patience: Int
    /// Samples at full scale in a row, of each channel.
    private var full: [Int]
    /// Samples without a sound up to now, of each channel.
    private var still: [Int]
    private var said: Set<AudioWarning> = []

    /// What a converter delivers at its end, a little below 1: the largest number of 16 bits.
    private static let fullScale: Float = 1 - 0x1p-14
    /// So many in a row are no chance.
    private static let run = 3
    /// What is below is no sound: two steps of 16 bits.
    private static let floor: Float = 0x1p-14
    /// Seconds of silence.
    private static let silence = 5

    /// - Parameters:
    ///   - sampleRate: samples a second of each channel.
    ///   - channelCount: at least 1.
    ///   - gain: by which samples are multiplied afterwards.
    init(sampleRate: Int, channelCount: Int, gain: Float) {
        self.channelCount = channelCount
        self.gain = gain
        patience = sampleRate * Self.silence
        full = [Int](repeating: 0, count: channelCount)
        still = full
    }

    /// Looks at samples as they come, the channels' taking turns.
    ///
    /// - Returns: what is to be said now.
    /// - Complexity: O(number of samples).
    mutating func look(at samples: borrowing Span<Float>) -> [AudioWarning] {
        var (isFull, isBeyond) = (false, false)
        for index in samples.indices {
            let (value, channel) = (abs(samples[index]), index % channelCount)
            full[channel] = value >= Self.fullScale ? full[channel] + 1 : 0
            still[channel] = value <= Self.floor ? still[channel] + 1 : 0
            isFull = isFull || full[channel] >= Self.run
            isBeyond = isBeyond || value * gain > 1 && value < Self.fullScale
        }
        var found: [AudioWarning] = []
        if isFull { found.append(.clippedByDevice) }
        if isBeyond { found.append(.clippedByGain) }
        let silent = still.indices.filter { still[$0] >= patience }
        if silent.count == channelCount {
            found.append(.silent)
        } else {
            found += silent.map(AudioWarning.silentChannel)
        }
        return found.filter { said.insert($0).inserted }
    }
}
