/// A codec for audio that can be encoded.
public enum AudioCodec: String, CaseIterable, Sendable {
    /// AAC-LC: plays everywhere.
    case aac
    /// Opus, for WebM; 48 kHz only.
    case opus
    /// FLAC: lossless.
    case flac
    /// Vorbis.
    case vorbis
    /// Uncompressed, 16 bits, or 24 where the source has more.
    case pcm

    /// By the codec's common names and its encoder's; `nil` for any other.
    public init?(named name: String) {
        switch name.lowercased() {
        case "aac": self = .aac
        case "opus", "libopus": self = .opus
        case "flac": self = .flac
        case "vorbis", "libvorbis": self = .vorbis
        case "pcm", "pcm_s16le", "wav": self = .pcm
        default: return nil
        }
    }

    /// libavcodec's encoder, for a source of so many bits.
    func encoder(sourceBits: Int) -> String {
        switch self {
        case .aac: "aac"
        case .opus: "libopus"
        case .flac: "flac"
        case .vorbis: "libvorbis"
        case .pcm: sourceBits > 16 ? "pcm_s24le" : "pcm_s16le"
        }
    }

    /// libavcodec's name of the codec that it writes, for a source of so many bits.
    func codecName(sourceBits: Int) -> String {
        self == .pcm ? encoder(sourceBits: sourceBits) : rawValue
    }

    /// Bits a second of one channel where none are named; `nil` for lossless codecs.
    var defaultBitRatePerChannel: Int64? {
        switch self {
        case .aac: 96_000
        case .opus: 80_000
        case .vorbis: 80_000
        case .flac, .pcm: nil
        }
    }
}
