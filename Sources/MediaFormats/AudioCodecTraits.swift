/// What an audio codec and its encoder can do. Export and recording both go by these values.
public struct AudioCodecTraits: Sendable {
    /// The names that people and libavcodec have for it, in lower case.
    public let names: Set<String>
    /// libavcodec's encoder for sources of up to 16 bits.
    let encoder: String
    /// libavcodec's encoder for sources of more bits.
    let deepEncoder: String
    /// libavcodec's encoder for sources of floating-point samples, which may be beyond full scale; `nil` where there is none.
    package var floatEncoder: String?
    /// libavcodec's name of the codec, where it is not the encoder's.
    var codec: String?
    /// Bits a second of one channel where none are named; `nil` for lossless codecs.
    public let defaultBitRatePerChannel: Int64?
    /// Samples a second, where the codec knows one rate only.
    public var onlySampleRate: Int?

    /// libavcodec's encoder, for a source of so many bits a sample.
    package func encoder(sourceBits: Int) -> String { sourceBits > 16 ? deepEncoder : encoder }

    /// libavcodec's name of the codec that is written, for a source of so many bits a sample.
    package func codecName(sourceBits: Int) -> String { codec ?? encoder(sourceBits: sourceBits) }
}

extension AudioCodec {
    /// What the codec can do: the one table of audio codecs.
    public var traits: AudioCodecTraits {
        switch self {
        case .aac:
            AudioCodecTraits(
                names: ["aac"],
                encoder: "aac",
                deepEncoder: "aac",
                defaultBitRatePerChannel: 96_000
            )
        case .opus:
            AudioCodecTraits(
                names: ["opus", "libopus"],
                encoder: "libopus",
                deepEncoder: "libopus",
                codec: "opus",
                defaultBitRatePerChannel: 80_000,
                onlySampleRate: 48_000
            )
        case .flac:
            AudioCodecTraits(
                names: ["flac"],
                encoder: "flac",
                deepEncoder: "flac",
                defaultBitRatePerChannel: nil
            )
        case .vorbis:
            AudioCodecTraits(
                names: ["vorbis", "libvorbis"],
                encoder: "libvorbis",
                deepEncoder: "libvorbis",
                codec: "vorbis",
                defaultBitRatePerChannel: 80_000
            )
        case .pcm:
            AudioCodecTraits(
                names: ["pcm", "pcm_s16le", "wav"],
                encoder: "pcm_s16le",
                deepEncoder: "pcm_s24le",
                floatEncoder: "pcm_f32le",
                defaultBitRatePerChannel: nil
            )
        }
    }
}
