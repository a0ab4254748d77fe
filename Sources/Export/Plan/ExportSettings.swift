public import MediaFormats
public import MediaTime
public import TimeStretch

/// What an export is to be like. By default nothing is encoded that can be copied.
public struct ExportSettings: Sendable {
    /// When frames are shown.
    public enum OutputTiming: Hashable, Sendable {
        /// Every frame of the source, at its own mapped instant.
        case passthrough
        /// One of every *n* frames of the source, at its own mapped instant; *n* is at least 1. Only frames are left out that
        /// no other refers to, so nothing is encoded.
        ///
        /// A plan is refused where the frames cannot be copied or come from several clips (``ExportError``,
        /// `.notDecimatable`), and where others refer to all of them (`.nothingDisposable`).
        case decimated(every: Int)
        /// A frame at every *k* ÷ rate. It shows the latest frame of the source at that instant.
        case constantFrameRate(FrameRate)
    }

    /// When frames are shown.
    public var timing: OutputTiming = .passthrough
    /// How audio is stretched.
    public var pitch: PitchAlgorithm = .standard
    /// Whether the audio of reversed parts is left out.
    public var mutesReversed = false
    /// How frames are encoded. With `nil` they are copied where that is possible, and encoded with the container's default
    /// codec where it is not.
    public var video: VideoEncoding?
    /// How audio is encoded where it has to be; `nil` is the container's default codec.
    public var audio: AudioEncoding?

    /// The default settings.
    public init() {}
}

/// How frames are encoded.
public struct VideoEncoding: Hashable, Sendable {
    /// The codec.
    public var codec: VideoCodec
    /// The quality on the codec's own scale: CRF for H.264, HEVC and VP9, the quantiser for MJPEG, the profile for ProRes.
    public var quality: Int?
    /// The encoder's preset, a compromise between speed and size: `medium`.
    public var preset: String?

    /// An encoding; whatever is `nil` is the codec's default.
    public init(codec: VideoCodec, quality: Int? = nil, preset: String? = nil) {
        self.codec = codec
        self.quality = quality
        self.preset = preset
    }
}

/// How audio is encoded.
public struct AudioEncoding: Hashable, Sendable {
    /// The codec.
    public var codec: AudioCodec
    /// Bits a second of one channel; `nil` is the codec's default.
    public var bitRatePerChannel: Int64?

    /// An encoding.
    public init(codec: AudioCodec, bitRatePerChannel: Int64? = nil) {
        self.codec = codec
        self.bitRatePerChannel = bitRatePerChannel
    }
}
