/// Looks for clipping and silence in what is stored of a microphone's samples, and says each once.
struct AudioInspector {
    /// The channels that are stored, counted from 0.
    private let channels: Range<Int>
    /// Those of the microphone.
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
    ///   - channelCount: of the microphone, at least 1.
    ///   - source: the channel that is stored, counted from 0; `nil` for all.
    ///   - gain: by which samples are multiplied afterwards.
    init(sampleRate: Int, channelCount: Int, source: Int?, gain: Float) {
        self.channelCount = channelCount
        channels = source.map { $0..<$0 + 1 } ?? 0..<channelCount
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
        let (count, floor, fullScale, limit) = (samples.count, Self.floor, Self.fullScale, Self.run)
        var (isFull, isBeyond) = (false, false)
        // Without iterators: this runs on the microphone's thread, also in builds that are not optimised.
        for channel in channels {
            var (index, run, quiet) = (channel, full[channel], still[channel])
            while index < count {
                let sample = samples[index]
                let value = sample < 0 ? -sample : sample
                if value <= floor {
                    (quiet, run) = (quiet + 1, 0)
                } else if value < fullScale {
                    (quiet, run) = (0, 0)
                    if value * gain > 1 { isBeyond = true }
                } else {
                    (quiet, run) = (0, run + 1)
                    if run >= limit { isFull = true }
                }
                index += channelCount
            }
            (full[channel], still[channel]) = (run, quiet)
        }
        var found: [AudioWarning] = []
        if isFull { found.append(.clippedByDevice) }
        if isBeyond { found.append(.clippedByGain) }
        let silent = channels.filter { still[$0] >= patience }
        if silent.count == channelCount {
            found.append(.silent)
        } else {
            found += silent.map { .silentChannel($0, of: channelCount) }
        }
        return found.filter { said.insert($0).inserted }
    }
}
