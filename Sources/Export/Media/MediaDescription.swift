public import Composition
internal import FFmpeg
public import MediaFormats
internal import MediaSyntax
public import MediaTime

/// What a media file says of itself, read from its headers: enough to plan an export.
///
/// Times are asset times: zero is the instant at which the first frame or sample of the file is presented.
public struct MediaDescription: Sendable {
    /// The file. Of numbered images it is their pattern: `frames/shot_%05d.tif`.
    public let path: String
    /// libav's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`, `matroska,webm`.
    public let format: String
    /// The tracks, in the order of the file.
    public internal(set) var tracks: [MediaTrack]
    /// The chapters, in order of time.
    public let chapters: [Chapter]
    /// The container's metadata, in the order of the file.
    public let metadata: [MetadataItem]
    /// The time on the file's own clock at asset time zero.
    public let origin: RationalTime
    /// The size of the file in bytes, where it is known.
    public let size: Int64?
    /// That the file is cut short; `nil` where the container does not let that be seen.
    public internal(set) var truncation: Truncation?
    /// What the file says of how all of it is to be played that is not heeded.
    public internal(set) var passedOver: [PassedOver] = []

    /// Whether the file is a stream of video without a container, in which nothing says when frames are presented. libav then
    /// assumes a rate, or knows no times at all.
    public internal(set) var isBareStream = false

    /// Whether it says of frames that they are presented when they are decoded, which by the frames themselves is wrong. Copies
    /// out of AVI files are like that. Their times are then made from the order that the frames' headers give.
    public internal(set) var misplacesFrames = false

    /// Whether frames have no timestamp at all. They are placed evenly between those that have.
    public internal(set) var lacksTimes = false

    /// How often the clock of the file begins anew, because recordings were put one behind the other. Each part is presented
    /// behind the one before it.
    public var clockRestarts: Int { restarts?.count ?? 0 }

    /// How many images a second are assumed, because numbered images state none and none was given; `nil` for every other clip.
    public internal(set) var assumedRate: FrameRate?

    /// The images of which the clip consists; `nil` where it is one file.
    var images: NumberedImages?
    /// The numbers among ``metadata``, as a movie stores them.
    var numbers: [MovieKeysBox.Item] = []
    /// The timecode of a movie, by the numbers of the tracks that count and are counted.
    var timecodes: [Int: RunningTimecode] = [:]
    /// What the camera says in boxes of its own.
    var cameraData: [CameraDataBox] = []
    /// Whether editors or catalogues have described it in XMP.
    var hasXMP = false
    /// Whether that says when something is in the clip, or how long it is.
    var hasTimesInXMP = false
    /// `nil` where the clock does not begin anew.
    var restarts: ClockRestarts?
    /// Whether a packet has the same times wherever reading begins.
    var isSeekable = true
    /// Of how much of the file the packets were read for the tracks' ranges (``TrackSurvey``); `nil` where these are what the container
    /// states.
    var surveyed: SurveyedPart?
    /// Whether it holds streams of Ogg one behind the other. Where they cannot be played so, ``clockRestarts`` is 0.
    var isChained = false
    /// When the edit lists of tracks end, by the tracks' numbers and on the file's own clock.
    var editEnds: [Int: RationalTime] = [:]
    /// When the samples end of which an edit list plays one part: all of the track is decoded then. By the tracks' numbers, and on the
    /// file's own clock.
    var mediaEnds: [Int: RationalTime] = [:]
    /// The file when it was opened; `nil` where it is not known.
    var stamp: InputStamp?
    /// libav's descriptions of the streams, for the readers of the export.
    let streams: [StreamInfo]
    /// Whether the container stores both times of every packet: when it is decoded and when it is presented.
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

    /// Why nothing of the file can be played; `nil` where something can.
    public var emptiness: String? {
        if !asset.tracks.isEmpty, asset.duration > .zero { return nil }
        let timed = tracks.filter { $0.kind == .video || $0.kind == .audio }
        if timed.isEmpty { return "\(path) holds neither video nor audio" }
        if isBareStream {
            return "\(path) is a stream without a container, and nothing in it says when its frames are presented"
        }
        let names = timed.map(\.label).joined(separator: ", ")
        return "nothing in \(path) lasts any time: \(names)"
    }

    /// Whether it is a chain of which no more than the first link is sure to be read: one of video, or of several streams.
    var hasUnreadLinks: Bool { isChained && clockRestarts == 0 }
    /// That in words, which follow the file's name.
    static let unreadLinksText =
        "is a chain of several files of Ogg, of which no more than the first is sure to be read: exported one by one, they can be joined"

    /// The first video track that can be exported, in the order of the file; where there is none, the first one.
    public var mainVideo: MediaTrack? {
        let video = tracks.filter { $0.kind == .video }
        return video.first { $0.obstacle?.allowsCopying ?? true } ?? video.first
    }
}

/// One track of a file.
public struct MediaTrack: Sendable {
    /// What a track holds. Compositions know fewer kinds.
    public enum Kind: String, Sendable {
        /// Video.
        case video
        /// Audio.
        case audio
        /// Subtitles.
        case subtitle
        /// A running timecode.
        case timecode
        /// Sensor readings and other timed data.
        case data
        /// One picture that stands for the file.
        case coverArt
        /// A file within the file, such as a font.
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

        /// Whether it consists of frames or of samples, which come one after the other.
        var isTimed: Bool { self == .video || self == .audio }
    }

    /// The number of the stream in the file.
    public let index: Int
    /// What it holds.
    public let kind: Kind
    /// libav's name of the codec: `h264`, `aac`.
    public let codec: String
    /// The codec's profile: `High`, `Main 10`.
    public let profile: String?
    /// The container's four-character code.
    public let fourCC: String?
    /// libav's name of the container that it is from.
    let container: String
    /// The ISO 639 code of the language, where one is stated.
    public let language: String?
    /// Ticks a second of its timestamps; the tick is ``tickNumerator`` ÷ this.
    public let timescale: Int32
    /// Nearly always 1; AVI counts in frames (1001/30000).
    public let tickNumerator: Int32
    /// When its content is presented, in asset time, as the container says.
    public internal(set) var range: TimeRange?
    /// When the first frame is presented that can be decoded (asset time), where others come before it; else `nil`.
    var firstWhole: RationalTime?
    /// How far apart its last frames are presented, where nothing says how long they last: in MPEG-TS and MPEG-PS.
    var typicalStep: RationalTime?
    /// Whether frames before ``firstWhole`` are decoded for it.
    var beginsGradually = false
    /// How long frames come before ``firstWhole`` because the file begins between two key frames; 0 where it does not.
    var missing = RationalTime.zero
    /// How many samples the container counts.
    public let frameCount: Int64?
    /// The format of video; `nil` for other tracks.
    public internal(set) var video: VideoFormat?
    /// The format of audio; `nil` for other tracks.
    public let audio: AudioFormat?
    /// The track's metadata, in the order of the file.
    public internal(set) var metadata: [MetadataItem]
    /// What a movie says of it besides; `nil` in other containers.
    var movie: MovieTrackFacts?
    /// Whether the container says that players are not to present it (`tkhd` of MP4 and MOV, `FlagEnabled` of Matroska).
    var isDisabled = false
    /// Why it cannot be exported, or only as a copy; `nil` where nothing hinders.
    public internal(set) var obstacle: TrackObstacle?

    /// What the file says of it that is not heeded.
    public internal(set) var passedOver: [PassedOver] = []

    /// Whether its packets are described in several ways, by the container or by headers in front of them. A file of ours describes
    /// them in one, so they cannot be copied.
    public internal(set) var changesCoding = false

    /// That its frames change their format on the way, as their own headers say; `nil` where they do not, or where not all of them
    /// were looked at: containers that state how long their tracks are are not read for it.
    public internal(set) var formatChange: FormatChange?

    /// What the file's own edit list hides of it.
    var hidden = HiddenPackets()
    /// Whether packets of audio begin with what is not to be heard, and the file hides it: of Opus, more than its own headers say.
    var beginsWithPadding = false

    /// When the frame is presented that is presented last (asset time), whatever its packet says: until the end of ``range``, or where that is
    /// when another track ends, for an interval. `nil` where that is not known, or its packet says it.
    var lastFrame: TimeRange?

    /// The instants that rounded timestamps stand for; `nil` where timestamps are believed.
    var grid: FrameGrid?

    /// Whether its packets are numbered images.
    var isOfImages: Bool { container == "image2" }

    /// Whether it is from Matroska or WebM.
    var isOfMatroska: Bool { container.hasPrefix("matroska") }

    /// Whether the container states how long every frame lasts.
    var statesDurations: Bool { container.hasPrefix("mov") }
    /// Whether a frame lasts as long as its rate has it, whatever its packet says: the container claims a constant rate, or there is a grid.
    var isAtConstantRate: Bool { !statesDurations && (grid != nil || video?.claimsConstantRate == true) }

    /// Whether the frame that is presented last is so for longer than the others, at a constant rate.
    private var holdsLastFrame: Bool {
        guard let lastFrame, let frame = video?.claimedFrameRate?.frameDuration,
            let excess = try? lastFrame.duration - frame
        else { return false }
        return excess >= frame
    }

    /// Whether its frames follow one another at a constant rate, and none lasts for longer: the index of MP4 or MOV says that, or every timestamp
    /// was looked at. What others claim is no promise: where a screen stands still, recordings of it leave frames out.
    var keepsPace: Bool {
        guard video?.claimsConstantRate == true, !holdsLastFrame else { return false }
        return grid.map { !$0.hasGaps } ?? statesDurations
    }

    /// Whether the container says where packets begin. MPEG-TS and MPEG-PS do not: a seek leads anywhere.
    var isDividedByContainer: Bool { Self.isDivided(by: container) }

    static func isDivided(by container: String) -> Bool { !["mpeg", "mpegts"].contains(container) }

    /// Whether the file says when its audio is presented. Else one packet follows the other from the beginning, and timestamps are
    /// libavformat's: made from byte rates, or rounded from packet to packet.
    var storesAudioTimes: Bool {
        let untimed = [
            "wav", "w64", "aiff", "au", "voc", "aac", "loas", "ac3", "eac3", "dts", "dtshd", "truehd", "mlp",
        ]
        return !untimed.contains(container)
    }

    /// Whether a frame that is presented at an instant (asset time) comes before the first that can be decoded.
    func isMissing(_ instant: RationalTime) -> Bool { firstWhole.map { instant < $0 } ?? false }

    /// The length of one tick.
    public var tick: RationalTime { RationalTime(Int64(tickNumerator), timescale) }

    /// What people call the codec: its name, or the container's four-character code where libav has no name for it.
    public var codecLabel: String { codec == "none" ? fourCC ?? codec : codec }

    /// What a track of its kind is called, where its code says little.
    var codecName: String {
        switch codecLabel {
        case "mebx": "Apple metadata"
        case "mett", "metx": "timed metadata"
        case "wvtt": "WebVTT"
        case "gpmd",
            "bin_data" where fourCC == "gpmd":
            "GoPro telemetry"
        case "fdsc": "GoPro file data"
        case "camm": "camera motion"
        case "rtmd": "Sony metadata"
        default: codecLabel
        }
    }

    /// The metadata under a key; `nil` where there is none.
    public func text(_ key: String) -> String? { metadata.first { $0.key == key }?.value }
}

/// The format of a track's frames.
public struct VideoFormat: Hashable, Sendable {
    /// The width of stored frames in pixels, before any rotation.
    public let width: Int
    /// The height of stored frames in pixels, before any rotation.
    public let height: Int
    /// Degrees to turn the frame clockwise for display, after it is mirrored where it is to be mirrored.
    public let rotation: Double
    /// How players mirror and turn the frame, where that is by quarter turns.
    public let orientation: FrameOrientation
    /// The same in words: `mirrored, then turned 90°`; `nil` where they do neither.
    public var turn: String? {
        if rotation.truncatingRemainder(dividingBy: 90) != 0 { return "turned \(Int(rotation))°" }
        let turned = orientation.quarterTurns > 0 ? "turned \(orientation.quarterTurns * 90)°" : nil
        return orientation.isMirrored ? "mirrored" + (turned.map { ", then \($0)" } ?? "") : turned
    }
    /// Width ÷ height of a pixel; `nil` where it is square or not stated.
    public let pixelAspect: PixelAspect?
    /// libav's name: `yuv420p10le`.
    public let pixelFormat: String
    /// Bits of one component.
    public let bitDepth: Int
    /// How sample values become colours.
    public let colour: Colour
    /// Frames a second as the container claims, where it is a plain number. It is measured only where the container's clock is too
    /// coarse for the rate (Matroska): then it is the constant one that explains every timestamp, where there is one.
    public internal(set) var claimedFrameRate: FrameRate?
    /// Whether the container's average and libav's common grid agree, or a constant rate was measured.
    public internal(set) var claimsConstantRate: Bool
    /// By how many frames decoding order and presentation order differ at most.
    public let reorderDepth: Int
    /// Which field of interlaced frames comes first; `nil` where frames are whole, or the headers do not say.
    var fieldOrder: FieldOrder?
    /// Whether each frame is one field of HEVC, with half of the lines of what was filmed; known where frames were looked at.
    public internal(set) var areFieldsApart = false
    /// Whether the container says that frames are transparent by what stands beside them: Matroska has the transparency of VP8 and
    /// VP9 as frames of its own beside theirs (BlockAdditions). The decoders that are used here do not give it.
    public internal(set) var hasAlphaBeside = false
    /// Which field of interlaced frames comes first; `nil` where frames are whole, or nothing is said.
    public var firstField: FirstField? {
        switch fieldOrder {
        case .upperFirst: .upper
        case .lowerFirst: .lower
        case nil: nil
        }
    }

    /// One of the two fields of an interlaced frame.
    public enum FirstField: String, Hashable, Sendable {
        /// That of the first line, the third and so on.
        case upper
        /// That of the second line, the fourth and so on.
        case lower
    }

    /// Width ÷ height of a pixel: 16 to 15.
    public struct PixelAspect: Hashable, Sendable {
        /// The width, in the unit of the height.
        public let width: Int
        /// The height.
        public let height: Int
    }

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

/// The format of a track's audio.
public struct AudioFormat: Hashable, Sendable {
    /// Samples a second.
    public let sampleRate: Int
    /// The number of channels.
    public let channels: Int
    /// The name of the channel layout: `mono`, `stereo`, `5.1`.
    public let channelLayout: String
}

/// A chapter, in asset time.
public struct Chapter: Hashable, Sendable {
    /// From its first instant to that of the next chapter.
    public let range: TimeRange
    /// The chapter's metadata: `title`.
    public let metadata: [MetadataItem]

    /// Its title.
    public var title: String? { metadata.first { $0.key == "title" }?.value }
}
