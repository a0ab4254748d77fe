/// How audio is encoded. Timestamps are counted in samples.
package struct AudioEncoderSettings: Sendable {
    /// The encoder's name: `aac`, `libopus`.
    package var encoder: String
    /// Samples a second in each channel.
    package var sampleRate: Int
    package var channelLayout: ChannelLayout
    /// Bits of one sample of what is encoded. Above 16, an encoder that takes integers of 16 or 32 bits is given those of 32, and
    /// keeps 24 of them.
    package var bitsPerSample: Int
    /// Bits a second; `nil` for the encoder's default.
    package var bitRate: Int64?
    /// The encoder's own options.
    package var options: [MetadataEntry]
    /// Whether the container stores the codec's headers once, outside the packets.
    package var needsGlobalHeader: Bool

    package init(
        encoder: String,
        sampleRate: Int,
        channelLayout: ChannelLayout,
        bitsPerSample: Int = 16,
        bitRate: Int64? = nil,
        options: [MetadataEntry] = [],
        needsGlobalHeader: Bool
    ) {
        self.encoder = encoder
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
        self.bitsPerSample = bitsPerSample
        self.bitRate = bitRate
        self.options = options
        self.needsGlobalHeader = needsGlobalHeader
    }
}
