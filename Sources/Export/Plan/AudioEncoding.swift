public import MediaFormats

/// How audio is encoded.
public struct AudioEncoding: Hashable, Sendable {
    /// The codec.
    public var codec: AudioCodec
    /// Bits a second of one channel; `nil` is the codec's default.
    public var bitRatePerChannel: Int64?

    /// An encoding.
    public init(codec: AudioCodec, bitRatePerChannel: Int64? = nil) {
        self.codec = codec
        self.bitRatePerChannel = bitRatePerChannel
    }
}
