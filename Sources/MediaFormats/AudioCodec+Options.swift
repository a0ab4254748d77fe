package import FFmpeg

extension AudioCodec {
    /// libavcodec's options of the encoder for a number of channels.
    package func options(channelCount: Int) -> [MetadataEntry] {
        // The channels as RFC 7845, 5.1.1.2, has them. Unless that is named, libavcodec's encoder changes the places of five and of seven: the
        // middle's are heard on a side.
        self == .opus && channelCount > 2 ? [MetadataEntry(key: "mapping_family", value: "1")] : []
    }
}
