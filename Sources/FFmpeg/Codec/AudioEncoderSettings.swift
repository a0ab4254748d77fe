/// How audio is to be encoded. Timestamps are counted in samples.
package struct AudioEncoderSettings: Sendable {
    package var encoder: String
    package var sampleRate: Int
    package var channelLayout: ChannelLayout
    /// Bits a second; `nil` leaves it to the encoder.
    package var bitRate: Int64?
    package var options: [MetadataEntry]
    package var needsGlobalHeader: Bool

    package init(
        encoder: String,
        sampleRate: Int,
        channelLayout: ChannelLayout,
        bitRate: Int64? = nil,
        options: [MetadataEntry] = [],
        needsGlobalHeader: Bool
    ) {
        self.encoder = encoder
        self.sampleRate = sampleRate
        self.channelLayout = channelLayout
        self.bitRate = bitRate
        self.options = options
        self.needsGlobalHeader = needsGlobalHeader
    }
}
