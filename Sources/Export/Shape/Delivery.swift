public import MediaFormats

/// What an export is made for. Each is a promise about the result, whatever the clip is like. A size or a rate that is asked for beyond
/// it is taken, with a warning.
public enum Delivery: String, CaseIterable, Sendable {
    /// To be sent and shown everywhere: H.264 High of 8 bits, 4:2:0, BT.709, at most 1920 pixels long, AAC at 48 kHz, the index
    /// at the beginning; where no rate is named, at most 60 frames a second.
    case social
    /// For newer phones and computers: HEVC, of 10 bits where the clip has more than 8, HDR kept, at most 3840 pixels long, AAC at 48 kHz.
    case phone
    /// To be cut: ProRes 422 HQ, the clip's size and colours, uncompressed audio.
    case editing
    /// To be kept: FFV1 and FLAC, nothing lost.
    case archive
    /// As the clip is; nothing is promised.
    case asSource = "as-source"
}

/// What a delivery promises.
public struct DeliveryTraits: Sendable {
    /// The containers that it may have; empty for any.
    public var containers: [Container] = []
    /// How frames are encoded; `nil` for what the clip has.
    public var video: VideoEncoding?
    /// How frames are encoded where high dynamic range is kept by wish.
    public var highRangeVideo: VideoEncoding?
    /// libav's names of the pixel formats that the frames may have; empty for any.
    public var pixelFormats: [String] = []
    /// The same where high dynamic range is kept.
    public var highRangePixelFormats: [String] = []
    /// The largest size.
    public var size: FrameSizing?
    /// More frames a second are not shown by those that it is made for; `nil` where there is no such limit.
    public var mostFramesPerSecond: Int32?
    /// Whether frames have the colours of standard dynamic range (BT.709) unless others are asked for.
    public var isStandardRange = false
    /// Whether pixels are square, and the frame lies as it is to be seen, without a note for players to turn it.
    public var isUpright = false
    /// Whether every frame is whole: interlaced ones become two.
    public var isProgressive = false
    /// How audio is encoded; `nil` for what the clip has.
    public var audio: AudioCodec?
    /// Samples a second; `nil` for what the clip has.
    public var sampleRate: Int?
    /// Whether the profile of H.264 is High and its level the lowest that players need.
    public var statesLevel = false
    /// Whether the index of an MP4 or MOV file stands at its beginning, so that it plays while it is loaded.
    public var startsWithIndex = false
}

extension Delivery {
    /// What it promises: the one table of deliveries.
    public var traits: DeliveryTraits {
        switch self {
        case .social:
            DeliveryTraits(
                containers: [.mp4, .mov],
                video: VideoEncoding(codec: .h264, quality: 21),
                highRangeVideo: VideoEncoding(codec: .hevc, quality: 22),
                pixelFormats: ["yuv420p"],
                highRangePixelFormats: ["yuv420p10le"],
                // Whatever its shape, it is within the 8,704 blocks of level 4.2.
                size: .atMost(longerSide: 1920, pixels: 1920 * 1088),
                mostFramesPerSecond: 60,
                isStandardRange: true,
                isUpright: true,
                isProgressive: true,
                audio: .aac,
                sampleRate: 48_000,
                statesLevel: true,
                startsWithIndex: true
            )
        case .phone:
            DeliveryTraits(
                containers: [.mp4, .mov],
                video: VideoEncoding(codec: .hevc, quality: 22),
                highRangeVideo: VideoEncoding(codec: .hevc, quality: 22),
                pixelFormats: ["yuv420p", "yuv420p10le"],
                highRangePixelFormats: ["yuv420p10le"],
                size: .atMost(longerSide: 3840, pixels: 3840 * 2160),
                isUpright: true,
                isProgressive: true,
                audio: .aac,
                sampleRate: 48_000,
                startsWithIndex: true
            )
        case .editing:
            DeliveryTraits(
                containers: [.mov],
                video: VideoEncoding(codec: .prores, quality: 3),
                highRangeVideo: VideoEncoding(codec: .prores, quality: 3),
                pixelFormats: ["yuv422p10le"],
                highRangePixelFormats: ["yuv422p10le"],
                audio: .pcm
            )
        case .archive:
            DeliveryTraits(
                containers: [.mkv],
                video: VideoEncoding(codec: .ffv1),
                highRangeVideo: VideoEncoding(codec: .ffv1),
                audio: .flac
            )
        case .asSource:
            DeliveryTraits()
        }
    }
}

/// What becomes of high dynamic range (PQ, HLG).
public enum DynamicRange: String, CaseIterable, Sendable {
    /// It is kept.
    case keep
    /// It is brought to the standard range of BT.709 (tone mapping).
    case standard = "sdr"
}
