/// A codec that audio can be encoded with. ``traits`` says what its encoder can do.
public enum AudioCodec: String, CaseIterable, Sendable {
    /// AAC-LC: plays everywhere.
    case aac
    /// Opus, for WebM; 48 kHz only.
    case opus
    /// FLAC: lossless, 16 bits, or 24 where the source has more.
    case flac
    /// Vorbis.
    case vorbis
    /// Uncompressed, 16 bits, or 24 where the source has more.
    case pcm

    /// By one of the codec's common names or its encoder's, in upper or lower case; `nil` for any other.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let codec = Self.allCases.first(where: { $0.traits.names.contains(name) }) else { return nil }
        self = codec
    }
}
