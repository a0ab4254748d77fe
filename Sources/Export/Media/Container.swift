internal import FFmpeg

/// A container that exports are written to, with what it can carry.
public enum Container: String, CaseIterable, Sendable {
    /// ISO base media (MP4, M4V).
    case mp4
    /// Audio in MP4.
    case m4a
    /// QuickTime.
    case mov
    /// Matroska.
    case mkv
    /// Matroska for the web: VP9 and Opus.
    case webm
    /// RIFF audio.
    case wav
    /// FLAC audio.
    case flac
    /// Ogg audio.
    case ogg
    /// AVI.
    case avi

    /// By the ending of a file's name; `nil` where it is none of ours.
    public init?(forPath path: String) {
        guard let dot = path.lastIndex(of: "."), path[dot...].firstIndex(of: "/") == nil else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "m4v": self = .mp4
        case "mka": self = .mkv
        case "oga", "opus": self = .ogg
        case let ending:
            guard let container = Container(rawValue: ending) else { return nil }
            self = container
        }
    }

    /// libavformat's muxer.
    var formatName: String {
        switch self {
        case .m4a: "mp4"
        case .mkv: "matroska"
        default: rawValue
        }
    }

    /// The codec for frames where none is named; `nil` for containers of audio.
    public var defaultVideo: VideoCodec? {
        switch self {
        case .mp4, .mov, .mkv: .h264
        case .webm: .vp9
        case .avi: .mjpeg
        case .m4a, .wav, .flac, .ogg: nil
        }
    }

    /// The codec for audio where none is named.
    var defaultAudio: AudioCodec {
        switch self {
        case .mp4, .m4a, .mov: .aac
        // AAC begins before zero, and Matroska cannot say by how much: lossless audio is exact to the sample there.
        case .mkv: .flac
        case .webm, .ogg: .opus
        case .flac: .flac
        case .wav, .avi: .pcm
        }
    }

    /// Timestamps of these containers have a scale for each track, so that any rate is exact.
    var hasTrackTimescales: Bool { self == .mp4 || self == .mov || self == .m4a }

    /// An edit list can hide frames before the in point.
    var hasEditLists: Bool { hasTrackTimescales }

    /// libavformat writes the display matrix, by which players turn frames.
    var carriesRotation: Bool { hasTrackTimescales }

    /// Every frame has the same length: only a constant frame rate can be stored.
    var requiresConstantFrameRate: Bool { self == .avi }

    /// Whether it can carry a stream as it is. Data tracks are carried only where libavformat writes them truly.
    func canCopy(_ track: MediaTrack) -> Bool {
        switch track.kind {
        case .data: hasTrackTimescales && track.fourCC == "gpmd"
        case .video, .audio, .subtitle: canCarry(codec: track.codec) || keepsTag(of: track)
        case .coverArt: self == .mp4 || self == .m4a || self == .mov
        case .attachment: self == .mkv
        case .timecode, .chapterText: false
        }
    }

    /// QuickTime carries more codecs (FFV1) than libavformat lists for it: what came from there can go there.
    private func keepsTag(of track: MediaTrack) -> Bool {
        guard self == .mov, track.container.hasPrefix("mov"), track.fourCC != nil else { return false }
        return !Self.refusedByMOV.contains(track.codec)
    }

    private static let refusedByAVI: Set<String> = ["flac", "opus", "vorbis"]
    private static let carriedByOgg: Set<String> = ["vorbis", "opus", "flac", "speex"]

    /// libavformat lists these for MOV, and then says that only MP4 takes them.
    private static let refusedByMOV: Set<String> = ["vp8", "vp9", "av1", "flac", "opus", "truehd"]

    /// Whether it can carry a codec, by libavformat's tables, and by what its MOV muxer refuses in spite of them.
    func canCarry(codec: String) -> Bool {
        if self == .mov, Self.refusedByMOV.contains(codec) { return false }
        if self == .avi, Self.refusedByAVI.contains(codec) { return false }
        // Ogg's muxer has no table to ask.
        if self == .ogg { return Self.carriedByOgg.contains(codec) }
        guard let format = ContainerFormat(named: formatName) else { return false }
        return format.canCarry(codecNamed: codec)
    }
}
