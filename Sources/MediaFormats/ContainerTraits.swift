/// What a container can do. Export and recording both go by these values.
public struct ContainerTraits: Sendable {
    /// libavformat's name of the muxer.
    package let muxer: String
    /// The endings of file names, in lower case and without the dot. The usual one comes first.
    public let endings: [String]
    /// The video codec that is used where none is named; `nil` where the container carries audio only.
    public let defaultVideo: VideoCodec?
    /// The audio codec that is used where none is named; `nil` where the container carries no audio.
    public let defaultAudio: AudioCodec?
    /// The codecs that it carries.
    let carries: CarriedCodecs
    /// How it stores times.
    public var timing = ContainerTiming.sharedClock
    /// Whether packets of a track may be decoded at the same instant, as frames are that follow one another faster than it counts.
    /// Elsewhere libavformat does not write the second one.
    public var takesEqualDecodingTimes = false
    /// Whether it says when packets of audio are presented. Else one follows the other, and a hole cannot be stored.
    public var storesAudioTimes = true
    /// Whether uncompressed samples follow one another whatever the times of their packets are: only where the first one is presented is
    /// stored.
    public var countsUncompressedAudio = false
    /// Whether it hides what an encoder puts in front of copied audio.
    public var hidesAudioPadding = true
    /// Whether readers wait where audio is stated to begin later than zero. Else the silence before it is to be in the audio itself.
    public var storesAudioStart = true
    /// Whether it says which channel is which in FLAC, beyond their number.
    public var statesLayoutOfFLAC = false
    /// Whether it says which channel is which in uncompressed audio, beyond their number.
    public var statesLayoutOfPCM = true
    /// Whether there is one track in it, and no more.
    public var holdsOneTrack = false
    /// Whether it says which colours samples stand for.
    public var statesColours = true
    /// Whether it stores the display matrix, by which players turn frames.
    public var carriesRotation = false
    /// Whether it carries what Matroska has beside frames of VP8 and VP9: their transparency.
    public var carriesAlphaBeside = false
    /// The kind of text that subtitles are written in where it does not carry their own; `nil` where it has none.
    public var texts: TextCodec?
    /// How it takes cover art; `nil` where it does not.
    public var coverArt: CoverArtPlace?
    /// Whether it takes files within the file, such as fonts.
    public var carriesAttachments = false
    /// Whether it says who made it and what it is called.
    public var carriesMetadata = true
    /// The keys of metadata that libavformat writes, in lower case; `nil` where it writes any.
    public var metadataKeys: Set<String>?
    /// Whether it says where chapters begin.
    public var carriesChapters = true
    /// Whether it says so in comments, as Vorbis has them.
    public var hasChapterComments = false
    /// Whether they may be written behind the packets.
    public var takesLateChapters = false
    /// Whether it takes what cameras write among a movie's user data, as it is.
    public var takesCameraData = false
    /// Whether it says the timecode of the first frame.
    public var carriesTimecode = false
    /// The four-character codes of the data tracks that libavformat writes without changing them.
    public var dataTracks: Set<String> = []
    /// Whether it takes codecs that libavformat does not list for it, from files of its own kind: QuickTime and FFV1.
    var keepsItsOwnCodecs = false
    /// Whether uncompressed frames are told apart by a four-character code alone.
    var namesRawFrames = false
    /// Whether the recorder writes it.
    public var takesRecordings = false

    /// Whether each track has a timescale of its own. Then any rate is exact.
    public var hasTrackTimescales: Bool { timing == .trackTimescales }
    /// Whether an edit list can hide frames before the in point.
    public var hasEditLists: Bool { timing == .trackTimescales }
    /// Whether every frame has the same length. Then only a constant frame rate can be stored.
    public var requiresConstantFrameRate: Bool { timing == .constantFrameRate || movingImage != nil }
    /// How it is played, where it is a moving image; `nil` where it is none.
    public var movingImage: MovingImageTraits? {
        if case .movingImage(let traits) = timing { traits } else { nil }
    }
}

/// What images that move can show, and how they are played: by browsers, which have their own limits.
public struct MovingImageTraits: Hashable, Sendable {
    /// In how many parts a second is counted; `nil` where the times of any rate are exact.
    public let ticksPerSecond: Int32?
    /// How many frames a second are shown as they are timed. Browsers show what comes faster for a tenth of a second each.
    public let mostFramesPerSecond: Int32
    /// For how many seconds a frame is shown at most; `nil` where the container sets no limit.
    public var mostSecondsPerFrame: Int32?
    /// How many frames a second there are at most where no rate is asked for: more take much space.
    public var usualFramesPerSecond: Int32 { 30 }
    /// libav's names of the pixel formats that frames may have.
    public let pixelFormats: [String]
    /// The same where high dynamic range is kept; empty where it cannot be.
    public var highRangePixelFormats: [String] = []
}

/// Where a container has cover art.
public enum CoverArtPlace: Sendable {
    /// It is the only frame of a track, of one of these codecs, by libavcodec's names.
    case frame(Set<String>)
    /// It is a file within the file (Matroska).
    case attachment
}

/// How a container stores the times of its frames.
public enum ContainerTiming: Hashable, Sendable {
    /// In a timescale for each track, with edit lists (ISO base media, QuickTime).
    case trackTimescales
    /// In one unit for all tracks: Matroska counts milliseconds.
    case sharedClock
    /// Not at all: every frame has the same length (AVI).
    case constantFrameRate
    /// How long each frame is shown (GIF, WebP, AVIF).
    case movingImage(MovingImageTraits)
}

/// The codecs that a container carries.
enum CarriedCodecs {
    /// Those in libavformat's tables, except some.
    case whatIsListed(except: Set<String> = [])
    /// These alone: libavformat has no table to ask.
    case only(Set<String>)
}

extension Container {
    /// What the container can do: the one table of containers.
    public var traits: ContainerTraits {
        switch self {
        case .mp4:
            ContainerTraits(
                muxer: "mp4",
                endings: ["mp4", "m4v"],
                defaultVideo: .h264,
                defaultAudio: .aac,
                carries: .whatIsListed(),
                timing: .trackTimescales,
                carriesRotation: true,
                texts: .timedText,
                coverArt: .frame(["mjpeg", "png", "bmp"]),
                takesCameraData: true,
                carriesTimecode: true,
                dataTracks: ["gpmd"],
                takesRecordings: true
            )
        case .m4a:
            ContainerTraits(
                muxer: "mp4",
                endings: ["m4a"],
                defaultVideo: nil,
                defaultAudio: .aac,
                carries: .whatIsListed(),
                timing: .trackTimescales,
                carriesRotation: true,
                coverArt: .frame(["mjpeg", "png", "bmp"]),
                dataTracks: ["gpmd"]
            )
        case .mov:
            ContainerTraits(
                muxer: "mov",
                endings: ["mov"],
                defaultVideo: .h264,
                defaultAudio: .aac,
                // libavformat lists these for MOV, and then says that only MP4 takes them. GIF is for images of that kind alone.
                carries: .whatIsListed(except: ["vp8", "vp9", "av1", "flac", "opus", "truehd", "gif"]),
                timing: .trackTimescales,
                countsUncompressedAudio: true,
                carriesRotation: true,
                texts: .timedText,
                takesCameraData: true,
                carriesTimecode: true,
                dataTracks: ["gpmd"],
                keepsItsOwnCodecs: true,
                takesRecordings: true
            )
        case .mkv:
            ContainerTraits(
                muxer: "matroska",
                endings: ["mkv"],
                defaultVideo: .h264,
                // AAC begins before zero, and Matroska cannot say by how much. FLAC is exact to the sample there.
                defaultAudio: .flac,
                // libavformat writes another number of samples for TTA than there are.
                carries: .whatIsListed(except: ["tta"]),
                takesEqualDecodingTimes: true,
                hidesAudioPadding: false,
                statesLayoutOfFLAC: true,
                statesLayoutOfPCM: false,
                carriesAlphaBeside: true,
                texts: .subRip,
                coverArt: .attachment,
                carriesAttachments: true,
                takesLateChapters: true,
                carriesTimecode: true,
                namesRawFrames: true
            )
        case .mka:
            ContainerTraits(
                muxer: "matroska",
                endings: ["mka"],
                defaultVideo: nil,
                defaultAudio: .flac,
                carries: .whatIsListed(except: ["tta"]),
                takesEqualDecodingTimes: true,
                hidesAudioPadding: false,
                statesLayoutOfFLAC: true,
                statesLayoutOfPCM: false,
                coverArt: .attachment,
                carriesAttachments: true,
                takesLateChapters: true
            )
        case .webm:
            ContainerTraits(
                muxer: "webm",
                endings: ["webm"],
                defaultVideo: .vp9,
                defaultAudio: .opus,
                carries: .whatIsListed(),
                takesEqualDecodingTimes: true,
                hidesAudioPadding: false,
                carriesAlphaBeside: true,
                texts: .webVTT,
                takesLateChapters: true
            )
        case .wav:
            ContainerTraits(
                muxer: "wav",
                endings: ["wav"],
                defaultVideo: nil,
                defaultAudio: .pcm,
                // libavformat lists AAC, Vorbis and more, for which there is a number but no way to say what a decoder must know.
                carries: .only([
                    "pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_alaw", "pcm_mulaw",
                ]),
                storesAudioTimes: false,
                storesAudioStart: false,
                holdsOneTrack: true,
                metadataKeys: ContainerTraits.riffKeys,
                carriesChapters: false
            )
        case .flac:
            ContainerTraits(
                muxer: "flac",
                endings: ["flac"],
                defaultVideo: nil,
                defaultAudio: .flac,
                carries: .whatIsListed(),
                storesAudioTimes: false,
                storesAudioStart: false,
                statesLayoutOfFLAC: true,
                holdsOneTrack: true,
                coverArt: .frame(["mjpeg", "png", "bmp", "tiff"]),
                carriesChapters: false
            )
        case .ogg:
            ContainerTraits(
                muxer: "ogg",
                endings: ["ogg", "oga"],
                defaultVideo: nil,
                defaultAudio: .opus,
                carries: .only(["vorbis", "opus", "flac", "speex"]),
                // Its pages number samples, and decoders give them from the first one on, whatever its number is.
                storesAudioStart: false,
                hasChapterComments: true
            )
        case .opus:
            ContainerTraits(
                muxer: "opus",
                endings: ["opus"],
                defaultVideo: nil,
                defaultAudio: .opus,
                // Players take such a file for Opus by its name (RFC 7845, 9).
                carries: .only(["opus"]),
                storesAudioStart: false,
                hasChapterComments: true
            )
        case .avi:
            ContainerTraits(
                muxer: "avi",
                endings: ["avi"],
                defaultVideo: .mjpeg,
                defaultAudio: .pcm,
                // What libavformat lists and then times by its bytes, wrongly; of AAC, nothing says what is to be hidden before it.
                carries: .whatIsListed(except: [
                    "aac", "adpcm_ima_wav", "adpcm_ms", "adpcm_swf", "adpcm_yamaha", "dfpwm", "dts", "eac3", "flac",
                    "g722",
                    "opus", "speex", "vorbis", "wmav1", "wmav2",
                ]),
                timing: .constantFrameRate,
                storesAudioTimes: false,
                storesAudioStart: false,
                statesColours: false,
                metadataKeys: ContainerTraits.riffKeys,
                carriesChapters: false
            )
        case .gif:
            ContainerTraits(
                muxer: "gif",
                endings: ["gif"],
                defaultVideo: .gif,
                defaultAudio: nil,
                carries: .only(["gif"]),
                timing: .movingImage(
                    // What is drawn with a palette is compared with it by red, green and blue.
                    MovingImageTraits(
                        ticksPerSecond: 100,
                        mostFramesPerSecond: 50,
                        // 65,535 ticks.
                        mostSecondsPerFrame: 655,
                        pixelFormats: ["gbrp"]
                    )
                ),
                holdsOneTrack: true,
                carriesMetadata: false,
                carriesChapters: false
            )
        case .webp:
            ContainerTraits(
                muxer: "webp",
                endings: ["webp"],
                defaultVideo: .webp,
                defaultAudio: nil,
                carries: .only(["webp"]),
                timing: .movingImage(
                    MovingImageTraits(ticksPerSecond: 1000, mostFramesPerSecond: 90, pixelFormats: ["yuv420p"])
                ),
                holdsOneTrack: true,
                carriesMetadata: false,
                carriesChapters: false
            )
        case .avif:
            ContainerTraits(
                muxer: "avif",
                endings: ["avif"],
                defaultVideo: .av1,
                defaultAudio: nil,
                carries: .only(["av1"]),
                timing: .movingImage(
                    MovingImageTraits(
                        ticksPerSecond: nil,
                        mostFramesPerSecond: 90,
                        pixelFormats: ["yuv420p"],
                        highRangePixelFormats: ["yuv420p10le"]
                    )
                ),
                holdsOneTrack: true,
                carriesMetadata: false,
                carriesChapters: false
            )
        }
    }
}

extension ContainerTraits {
    /// What a list of RIFF has a code for.
    fileprivate static let riffKeys: Set<String> = [
        "artist", "comment", "copyright", "date", "genre", "language", "title", "album", "track",
    ]
}
