public import MediaFormats
public import MediaTime
public import TimeStretch

/// What an export is to be like. The defaults re-encode nothing that need not be.
public struct ExportSettings: Sendable {
    /// When frames are shown.
    public enum OutputTiming: Hashable, Sendable {
        /// Every frame of the source, at its own mapped instant.
        case passthrough
        /// One of so many frames of the source, at its own mapped instant: those are left out that no other refers to,
        /// so nothing is encoded. At least one. A plan is refused where the frames cannot be copied or do not come from
        /// one clip (``ExportError``, `.settings`), and where others refer to all of them (`.unsupported`).
        case decimated(every: Int)
        /// A frame at every *k* ÷ rate: the latest one of the source at that instant.
        case constantFrameRate(FrameRate)
    }

    /// When frames are shown.
    public var timing: OutputTiming = .passthrough
    /// How audio is stretched.
    public var pitch: PitchAlgorithm = .standard
    /// What is played backwards is seen and not heard.
    public var mutesReversed = false
    /// How frames are encoded; `nil` copies them wherever that is possible, and takes the container's usual codec
    /// where it is not.
    public var video: VideoEncoding?
    /// How audio is encoded where it has to be; `nil` takes the container's usual codec.
    public var audio: AudioEncoding?

    /// The default settings.
    public init() {}
}

/// How frames are encoded.
public struct VideoEncoding: Hashable, Sendable {
    /// A codec by its common name or an encoder by libavcodec's.
    public var codec: VideoCodec
    /// The codec's own scale of quality: CRF for H.264, HEVC and VP9, the quantiser for MJPEG, the profile for ProRes.
    public var quality: Int?
    /// The encoder's own name for a compromise between speed and size: `medium`.
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
