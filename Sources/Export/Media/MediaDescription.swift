public import Composition
internal import FFmpeg
public import MediaFormats
public import MediaTime

/// What a media file says of itself, read from its headers: enough to plan an export.
///
/// Times are asset times: zero is the first instant that a frame or an audio of the file presents.
public struct MediaDescription: Sendable {
    /// The file.
    public let path: String
    /// libav's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`, `matroska,webm`.
    public let format: String
    /// In the order of the file.
    public let tracks: [MediaTrack]
    /// In order of time.
    public let chapters: [Chapter]
    /// The container's own texts, in their order.
    public let metadata: [MetadataItem]
    /// What the file's own clock shows at asset time zero.
    public let origin: RationalTime
    /// Bytes in the file, where the medium knows.
    public let size: Int64?

    /// libav's own account of the streams, for the readers of the export.
    let streams: [StreamInfo]
    /// The container stores every packet's times whole.
    let storesDecodingTimes: Bool

    /// The tracks that can be edited, for a composition.
    public var asset: Asset {
        Asset(
            path: path,
            tracks: tracks.compactMap { track in
                guard let kind = track.kind.trackKind, let range = track.range, !range.isEmpty else { return nil }
                return AssetTrack(index: track.index, kind: kind, range: range)
            }
        )
    }

    /// The first video track, in the order of the file.
    public var mainVideo: MediaTrack? { tracks.first { $0.kind == .video } }
}

/// One track of a file.
public struct MediaTrack: Sendable {
    /// What a track is, finer than what a composition needs.
    public enum Kind: String, Sendable {
        /// Video.
        case video
        /// Audio.
        case audio
        /// Subtitles.
        case subtitle
        /// A running timecode.
        case timecode
        /// Sensor readings and whatever else is timed.
        case data
        /// One picture that stands for the file.
        case coverArt
        /// Files within the file: fonts.
        case attachment
        /// Text that the container shows as chapters.
        case chapterText

        /// Its kind in a composition; `nil` for what has no time.
        var trackKind: TrackKind? {
            switch self {
            case .video: .video
            case .audio: .audio
            case .subtitle: .subtitle
            case .data: .data
            case .timecode, .coverArt, .attachment, .chapterText: nil
            }
        }
    }

    /// The number of the stream in the file.
    public let index: Int
    /// What it carries.
    public let kind: Kind
    /// libav's name of the codec: `h264`, `aac`.
    public let codec: String
    /// The codec's profile: `High`, `Main 10`.
    public let profile: String?
    /// The container's four-character code.
    public let fourCC: String?
    /// libav's name of the container that it is from.
    let container: String
    /// ISO 639 code, where one is stated.
    public let language: String?
    /// Ticks a second of its timestamps; the tick is ``tickNumerator`` ÷ this.
    public let timescale: Int32
    /// Nearly always 1; AVI counts in frames (1001/30000).
    public let tickNumerator: Int32
    /// Where its content lies, in asset time, by the container's account.
    public let range: TimeRange?
    /// How many samples the container counts.
    public let frameCount: Int64?
    /// Video: its format.
    public let video: VideoFormat?
    /// Audio: its format.
    public let audio: AudioFormat?
    /// The track's own texts, in their order.
    public let metadata: [MetadataItem]

    /// The length of one tick.
    public var tick: RationalTime { RationalTime(Int64(tickNumerator), timescale) }

    /// A text by its key.
    public func text(_ key: String) -> String? { metadata.first { $0.key == key }?.value }
}

/// How frames of a track look.
public struct VideoFormat: Hashable, Sendable {
    /// As they are stored, before any rotation.
    public let width: Int
    /// As they are stored, before any rotation.
    public let height: Int
    /// Degrees to turn the frame clockwise for display.
    public let rotation: Double
    /// libav's name: `yuv420p10le`.
    public let pixelFormat: String
    /// Bits of one component.
    public let bitDepth: Int
    /// What the numbers mean as light.
    public let colour: Colour
    /// Frames a second by the container's account, where that is a plain number. A claim, not a measurement.
    public let claimedFrameRate: FrameRate?
    /// Whether the container's average and libav's common grid agree: only then is a constant rate claimed at all.
    public let claimsConstantRate: Bool
    /// How far decoding order and presentation order differ, in frames.
    public let reorderDepth: Int

    /// Colour by the names of ITU-T H.273 in libav's spelling; `nil` is "not stated".
    public struct Colour: Hashable, Sendable, Encodable {
        /// `tv` (limited) or `pc` (full).
        public let range: String?
        /// `bt709`, `bt2020`.
        public let primaries: String?
        /// `bt709`, `smpte2084` (PQ), `arib-std-b67` (HLG).
        public let transfer: String?
        /// `bt709`, `bt2020nc`.
        public let matrix: String?
    }
}

/// How a track sounds.
public struct AudioFormat: Hashable, Sendable {
    /// Samples a second.
    public let sampleRate: Int
    /// Channels.
    public let channels: Int
    /// `mono`, `stereo`, `5.1`.
    public let channelLayout: String
}

/// A chapter, in asset time.
public struct Chapter: Hashable, Sendable {
    /// From its first instant to the next chapter's.
    public let range: TimeRange
    /// Its texts: `title`.
    public let metadata: [MetadataItem]

    /// Its title.
    public var title: String? { metadata.first { $0.key == "title" }?.value }
}
