internal import FFmpeg
internal import TimeStretch

/// Samples with their sample rate and channel layout.
struct AudioSamples: Sendable {
    /// The length of a block in samples, where the encoder accepts any.
    static let blockLength = 4096

    var samples: PlanarSamples
    /// In hertz.
    let sampleRate: Int
    let channelLayout: ChannelLayout

    init(_ samples: PlanarSamples, sampleRate: Int, _ channelLayout: ChannelLayout) {
        self.samples = samples
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
    }

    var frameCount: Int { samples.frameCount }

    /// In seconds.
    var duration: Double { Double(frameCount) / Double(sampleRate) }

    /// Appends a block of planar float.
    mutating func append(_ frame: borrowing Frame) {
        var channels: [[Float]] = []
        for channel in 0..<frame.channelCount {
            channels.append(
                frame.withChannel(channel) { samples in unsafe samples.withUnsafeBufferPointer { unsafe Array($0) } }
            )
        }
        samples.append(PlanarSamples(channels: channels))
    }

    /// The audio with a gain in decibels.
    func amplified(decibels: Double) -> AudioSamples {
        guard decibels != 0 else { return self }
        let factor = Float(Decibels.amplitude(at: decibels))
        let channels = samples.channels.map { $0.map { $0 * factor } }
        return AudioSamples(PlanarSamples(channels: channels), sampleRate: sampleRate, channelLayout)
    }

    /// The audio with a length in samples: its end is cut, or silence is appended.
    func fitted(to count: Int) -> AudioSamples {
        let channels = samples.channels.map { channel in
            Array(channel.prefix(count)) + Array(repeating: 0, count: max(0, count - channel.count))
        }
        return AudioSamples(PlanarSamples(channels: channels), sampleRate: sampleRate, channelLayout)
    }

    /// Calls a body with blocks of the samples. The timestamp of a block is the index of its first sample.
    func forEachFrame(of length: Int, _ body: (borrowing Frame) throws -> Void) throws {
        for start in stride(from: 0, to: frameCount, by: length) {
            let count = min(length, frameCount - start)
            let frame = try Frame.audio(sampleCount: count, sampleRate: sampleRate, channelLayout: channelLayout)
            for channel in 0..<samples.channelCount {
                let source = samples.channels[channel]
                frame.withMutableChannel(channel) { target in
                    for index in 0..<count { target[index] = source[start + index] }
                }
            }
            frame.pts = Int64(start)
            try body(frame)
        }
    }
}
