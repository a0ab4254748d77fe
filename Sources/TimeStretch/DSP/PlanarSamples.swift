/// A block of audio: one array of samples per channel, all of the same length.
public struct PlanarSamples: Equatable, Sendable {
    /// The samples, channel by channel.
    public internal(set) var channels: [[Float]]

    /// The number of samples in every channel.
    public var frameCount: Int { channels[0].count }

    /// The number of channels, at least one.
    public var channelCount: Int { channels.count }

    /// A block of existing samples.
    ///
    /// - Precondition: There is a channel, and all channels are of the same length.
    public init(channels: [[Float]]) {
        precondition(!channels.isEmpty, "a block has a channel")
        precondition(channels.allSatisfy { $0.count == channels[0].count }, "channels are of the same length")
        self.channels = channels
    }

    /// A silent block.
    ///
    /// - Precondition: `channelCount` is positive, `frameCount` is not negative.
    public init(channelCount: Int, frameCount: Int = 0) {
        precondition(channelCount > 0, "a block has a channel")
        channels = Array(repeating: Array(repeating: 0, count: frameCount), count: channelCount)
    }

    /// A block whose channels `fill` writes. It is called once for each channel, with the channel's index and its samples,
    /// which are zeros.
    public init<Failure: Error>(
        channelCount: Int,
        frameCount: Int,
        fill: (Int, inout MutableSpan<Float>) throws(Failure) -> Void
    ) throws(Failure) {
        self.init(channelCount: channelCount, frameCount: frameCount)
        for channel in channels.indices {
            var span = channels[channel].mutableSpan
            try fill(channel, &span)
        }
    }

    /// Adds another block's samples at the end.
    ///
    /// - Precondition: Both have as many channels.
    public mutating func append(_ other: PlanarSamples) {
        precondition(other.channelCount == channelCount, "blocks have as many channels")
        for channel in channels.indices { channels[channel] += other.channels[channel] }
    }

    /// Removes all samples and keeps the memory for the next block.
    public mutating func removeAll() {
        for channel in channels.indices { channels[channel].removeAll(keepingCapacity: true) }
    }

    /// Appends `count` samples of another block, from `offset` on.
    mutating func append(_ other: PlanarSamples, from offset: Int, count: Int) {
        for channel in channels.indices { channels[channel] += other.channels[channel][offset..<offset + count] }
    }

    /// Fades from the samples from `offset` on to the first `count` of another block. `weight` gives the other block's part in
    /// each sample, 0 to 1.
    mutating func blend(_ other: PlanarSamples, count: Int, from offset: Int, weight: (Int) -> Float) {
        for index in 0..<count {
            let weight = weight(index)
            for channel in channels.indices {
                let old = channels[channel][offset + index]
                channels[channel][offset + index] = old + weight * (other.channels[channel][index] - old)
            }
        }
    }

    mutating func removeFirst(_ count: Int) {
        for channel in channels.indices { channels[channel].removeFirst(count) }
    }

    mutating func appendSilence(_ count: Int) {
        for channel in channels.indices { channels[channel] += Array(repeating: 0, count: count) }
    }

    /// Appends `count` samples to every channel. `fill` writes them in place, once for each channel.
    mutating func appendEach(_ count: Int, fill: (Int, UnsafeMutableBufferPointer<Float>) -> Void) {
        for channel in channels.indices {
            let old = channels[channel].count
            channels[channel] += Array(repeating: 0, count: count)
            unsafe channels[channel].withUnsafeMutableBufferPointer { samples in
                unsafe fill(channel, samples.extracting(old..<old + count))
            }
        }
    }
}
