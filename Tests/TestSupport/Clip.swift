package import FFmpeg
package import MediaTime

/// Describes a test clip. Every frame shows its number, and the audio has clicks at known samples (``SyntheticScene``),
/// so that an export of the clip can be measured.
package struct Clip: Hashable, Sendable {
    package var container = "mp4"
    package var frames: Frames? = Frames()
    package var audioTracks: [Audio] = []
    /// A second video track, behind all others.
    package var otherFrames: Frames?
    package var metadata: [MetadataEntry] = []
    package var chapters: [ChapterInfo] = []
    /// SubRip text, or a script of SubStation Alpha; Matroska only.
    package var subtitles: String?
    package var subtitleDisposition: Disposition = []
    /// Files within the file, by their names; Matroska only.
    package var attachments: [String: [UInt8]] = [:]
    /// A JPEG or GIF file; Matroska only.
    package var cover: [UInt8]?
    /// The muxer's own options.
    package var options: [MetadataEntry] = []

    package init() {}

    /// A clip of video only, at a constant frame rate.
    package init(_ container: String, frames count: Int, at rate: FrameRate, codec: FrameCodec = .h264) {
        self.container = container
        frames = Frames(count: count, frameRate: rate, codec: codec)
    }

    /// A clip of audio only.
    package init(_ container: String, audio: Audio) {
        self.container = container
        frames = nil
        audioTracks = [audio]
    }
}

extension Clip {
    /// How frames are encoded.
    package enum FrameCodec: String, CaseIterable, Sendable {
        case h264 = "libx264"
        case hevc = "libx265"
        case ffv1, mjpeg
        /// Of old AVI files. Few containers of today carry it.
        case mpeg4
        case mpeg1 = "mpeg1video"
        case mpeg2 = "mpeg2video"
        case av1 = "libaom-av1"
        case vp9 = "libvpx-vp9"
        /// For calls over telephone lines: sizes of one kind only (352 by 288 and a quarter of it).
        case h261
        /// The same, of any size.
        case h263 = "h263p"
        /// Dirac without references from frame to frame.
        case vc2

        package static let allCases: [FrameCodec] = [.h264, .hevc, .ffv1, .mjpeg]

        /// libavcodec's options: `bFrames` B-frames between other frames, and with `repeatsHeaders` the codec's headers
        /// before every key frame, too.
        ///
        /// With `isRefreshed` there are no key frames in H.264 but the first: frames are refreshed column by column. `own` are further
        /// ones of x264 or x265.
        func options(bFrames: Int, repeatsHeaders: Bool, isRefreshed: Bool, own: String) -> [MetadataEntry] {
            func entry(_ key: String, _ value: String) -> MetadataEntry { MetadataEntry(key: key, value: value) }
            let headers = "repeat-headers=\(repeatsHeaders ? 1 : 0)"
            let further = own.isEmpty ? "" : ":\(own)"
            let refresh = isRefreshed ? ":intra-refresh=1" : ""
            switch self {
            case .h264:
                return [
                    entry("preset", "veryfast"), entry("bf", "\(bFrames)"), entry("b_strategy", "0"),
                    entry("x264-params", headers + refresh + further),
                ]
            case .hevc:
                let parameters = "log-level=none:bframes=\(bFrames):b-adapt=0:\(headers)\(further)"
                return [entry("preset", "ultrafast"), entry("x265-params", parameters)]
            case .ffv1: return [entry("level", "3")]
            case .vc2: return []
            case .av1: return [entry("cpu-used", "8"), entry("usage", "realtime"), entry("lag-in-frames", "0")]
            // Frames that only others refer to, in packets with those that are shown.
            case .vp9:
                return [
                    entry("deadline", "realtime"), entry("cpu-used", "5"), entry("auto-alt-ref", "1"),
                    entry("lag-in-frames", "8"),
                ]
            case .h261, .h263: return [entry("flags", "+qscale"), entry("global_quality", "354")]
            case .mpeg4, .mpeg1, .mpeg2:
                return [
                    entry("bf", "\(bFrames)"), entry("b_strategy", "0"), entry("flags", "+qscale"),
                    entry("global_quality", "354"),
                ]
            case .mjpeg: return [entry("flags", "+qscale"), entry("global_quality", "354")]
            }
        }

        /// Whether frames refer to those before them, so that there are groups of them.
        var hasGroups: Bool { self != .ffv1 && self != .mjpeg && self != .vc2 }
    }

    /// The presentation times of the frames.
    package enum Timing: Hashable, Sendable {
        /// Frame *k* at (*k* + `first`) ÷ rate.
        case constant(first: Int64)
        /// Frame *k* at the *k*-th number of ticks. The last frame has its own duration.
        case ticks([Int64], of: TimeBase, lastDuration: Int64)
    }

    package struct Frames: Hashable, Sendable {
        package var count: Int
        package var frameRate: FrameRate
        package var codec: FrameCodec
        package var width = 320
        package var height = 180
        package var pixelFormat = "yuv420p"
        package var timing = Timing.constant(first: 0)
        package var keyInterval = 12
        /// The number of B-frames between two other frames; 0: decoding order is presentation order.
        package var bFrames = 2
        package var colour = ColourDescription.bt709Limited
        /// Width ÷ height of one pixel; `nil`: not stated.
        package var sampleAspectRatio: TimeBase?
        /// What the container says of the track as a whole.
        package var sideData: [StreamSideData] = []
        package var language: String?
        package var title: String?
        /// Whether the codec's headers come before every key frame, too.
        package var repeatsHeaders = false
        /// Whether H.264 has no key frames but the first: frames are refreshed column by column.
        package var isRefreshed = false
        /// Further options of x264 or x265: `open-gop=1:b-pyramid=none`.
        package var encoderOptions = ""

        package init(
            count: Int = 60,
            frameRate: FrameRate = .fps(120),
            codec: FrameCodec = .h264
        ) {
            self.count = count
            self.frameRate = frameRate
            self.codec = codec
        }
    }

    package struct Audio: Hashable, Sendable {
        /// libavcodec's encoder.
        package var encoder: String
        /// Samples in each channel.
        package var count: Int64
        package var sampleRate = 48_000
        package var channels = 1
        /// libav's name of the channels' layout; `nil` for the usual one of so many.
        package var layout: String?
        /// The time of the first sample in the file, in samples.
        package var start: Int64 = 0
        package var language: String?
        /// The encoder's own options.
        package var options: [MetadataEntry] = []

        package init(_ encoder: String = "pcm_s16le", samples count: Int64) {
            self.encoder = encoder
            self.count = count
        }
    }
}
