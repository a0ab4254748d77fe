/// What a video codec and its encoder can do. Export and recording both go by these values.
public struct VideoCodecTraits: Sendable {
    /// The names that people and libavcodec have for it, in lower case.
    public let names: Set<String>
    /// libavcodec's encoder.
    package let encoder: String
    /// The qualities that the encoder knows, on its own scale; `nil` where there is nothing to choose.
    public let qualities: ClosedRange<Int>?
    /// The quality that is used where none is named: it looks nearly like the source.
    public let defaultQuality: Int?
    /// What people call the qualities, from the lowest on; empty where these are numbers only.
    public var qualityNames: [String] = []
    /// The names of the encoder's presets; empty where it has none.
    public let presets: [String]
    /// Whether width and height must be whole numbers of chroma samples: even, for 4:2:0.
    package var needsWholeChromaSamples = false
    /// The one range that samples use, `pc` (full, as JPEG has it) or `tv` (limited); `nil` where the stream says which.
    package var range: String?
    /// Whether the stream says which colours samples stand for. Else the container does, or nobody.
    package var statesColours = true
    /// Whether frames keep their transparency, in the encoder's formats that have it.
    package var keepsTransparency = false
    /// libav's name of the only format in which frames have a plane of transparency beside their colours, which are made as those of
    /// opaque frames; `nil` where there is none, and where the encoder's formats say so.
    package var alphaFormat: String?
    /// Whether players know luma without chroma. Else grey is encoded with chroma of no colour, which takes hardly a byte.
    package var knowsGrey = true
    /// Whether players know high dynamic range in it.
    package var knowsHighRange = true
    /// libav's name of the one matrix by which the codec's decoders take samples; `nil` where the stream says which.
    package var matrix: String?
    /// Whether frames may be interlaced, and players are told.
    package var knowsFields = false
    /// Whether the encoder stores frames in another order than that in which they are presented.
    package var reordersFrames = false
    /// The finest timescale in which the encoder takes instants, in ticks a second.
    package var finestTimescale = Int32.max
    /// Whether frames have a palette: the same few colours for all of them.
    package var hasPalette = false
}

extension VideoCodec {
    /// What the codec can do: the one table of video codecs.
    public var traits: VideoCodecTraits {
        switch self {
        case .h264:
            VideoCodecTraits(
                names: ["h264", "h.264", "avc", "libx264", "x264"],
                encoder: "libx264",
                qualities: 0...51,
                defaultQuality: 18,
                presets: Self.x26xPresets,
                needsWholeChromaSamples: true,
                knowsFields: true,
                reordersFrames: true
            )
        case .hevc:
            VideoCodecTraits(
                names: ["hevc", "h265", "h.265", "libx265", "x265"],
                encoder: "libx265",
                qualities: 0...51,
                defaultQuality: 20,
                presets: Self.x26xPresets,
                needsWholeChromaSamples: true,
                // 4:0:0 is a range extension (H.265, A.3.5), which most hardware does not decode.
                knowsGrey: false,
                reordersFrames: true
            )
        case .vp9:
            VideoCodecTraits(
                names: ["vp9", "libvpx-vp9"],
                encoder: "libvpx-vp9",
                qualities: 0...63,
                defaultQuality: 28,
                presets: ["realtime", "good", "best"],
                finestTimescale: 1_000_000_000
            )
        case .ffv1:
            VideoCodecTraits(
                names: ["ffv1"],
                encoder: "ffv1",
                qualities: nil,
                defaultQuality: nil,
                presets: [],
                statesColours: false,
                keepsTransparency: true,
                knowsFields: true
            )
        case .mjpeg:
            VideoCodecTraits(
                names: ["mjpeg", "jpeg"],
                encoder: "mjpeg",
                qualities: 2...31,
                defaultQuality: 3,
                presets: [],
                range: "pc",
                knowsHighRange: false,
                matrix: "smpte170m"
            )
        case .prores:
            VideoCodecTraits(
                names: ["prores", "prores_ks"],
                encoder: "prores_ks",
                qualities: 0...5,
                defaultQuality: 3,
                qualityNames: ["proxy", "lt", "standard", "hq", "4444", "xq"],
                presets: [],
                range: "tv",
                keepsTransparency: true,
                knowsFields: true
            )
        case .gif:
            VideoCodecTraits(
                names: ["gif"],
                encoder: "gif",
                qualities: nil,
                defaultQuality: nil,
                presets: [],
                alphaFormat: "gbrap",
                hasPalette: true
            )
        case .av1:
            VideoCodecTraits(
                names: ["av1", "libaom-av1", "libaom", "aom"],
                encoder: "libaom-av1",
                qualities: 0...63,
                defaultQuality: 25,
                presets: (0...8).map(String.init),
                needsWholeChromaSamples: true,
                finestTimescale: 1_000_000_000
            )
        case .webp:
            VideoCodecTraits(
                names: ["webp", "libwebp"],
                encoder: "libwebp",
                qualities: 0...100,
                defaultQuality: 85,
                presets: [],
                needsWholeChromaSamples: true,
                alphaFormat: "yuva420p",
                matrix: "smpte170m"
            )
        }
    }

    private static let x26xPresets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]
}
