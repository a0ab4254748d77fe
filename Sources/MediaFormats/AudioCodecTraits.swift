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
    /// Samples a second at most, where the encoder has a limit and does not say so.
    public var highestSampleRate: Int?
    /// The channel layouts that its streams state, by libav's names; `nil` where it is any. Decoders take others for one of these, or
    /// for channels of which nothing is known.
    package var layouts: Set<String>?
    /// Channels, at most.
    package var mostChannels = Int.max

    /// libavcodec's encoder, for a source of so many bits a sample.
    package func encoder(sourceBits: Int) -> String { sourceBits > 16 ? deepEncoder : encoder }

    /// libavcodec's name of the codec that is written, for a source of so many bits a sample.
    package func codecName(sourceBits: Int) -> String { codec ?? encoder(sourceBits: sourceBits) }
}

extension AudioCodec {
    /// What FLAC, Vorbis and Opus take one to eight channels for (RFC 9639, 9.1.3; RFC 7845, 5.1.1.2).
    private static let countedLayouts: Set = ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"]

    /// What the codec can do: the one table of audio codecs.
    public var traits: AudioCodecTraits {
        switch self {
        case .aac:
            AudioCodecTraits(
                names: ["aac"],
                encoder: "aac",
                deepEncoder: "aac",
                defaultBitRatePerChannel: 96_000,
                layouts: [
                    "mono", "stereo", "2.1", "3.0", "3.0(back)", "4.0", "quad", "quad(side)", "5.0", "5.1",
                    "6.0(front)", "7.1",
                ]
            )
        case .opus:
            AudioCodecTraits(
                names: ["opus", "libopus"],
                encoder: "libopus",
                deepEncoder: "libopus",
                codec: "opus",
                defaultBitRatePerChannel: 80_000,
                onlySampleRate: 48_000,
                layouts: Self.countedLayouts
            )
        case .flac:
            AudioCodecTraits(
                names: ["flac"],
                encoder: "flac",
                deepEncoder: "flac",
                defaultBitRatePerChannel: nil,
                layouts: Self.countedLayouts.union(["5.0(side)", "5.1(side)"]),
                mostChannels: 8
            )
        case .vorbis:
            AudioCodecTraits(
                names: ["vorbis", "libvorbis"],
                encoder: "libvorbis",
                deepEncoder: "libvorbis",
                codec: "vorbis",
                defaultBitRatePerChannel: 80_000,
                // libvorbis takes no bit rate above 50 kHz.
                highestSampleRate: 48_000,
                layouts: Self.countedLayouts
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
