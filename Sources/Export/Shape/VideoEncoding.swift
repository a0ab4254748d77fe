public import MediaFormats

/// How frames are encoded.
public struct VideoEncoding: Hashable, Sendable {
    /// The codec.
    public var codec: VideoCodec
    /// The quality on the codec's own scale: CRF for H.264, HEVC and VP9, the quantiser for MJPEG, the profile for ProRes. Of H.264 and HEVC
    /// that stand beside copied frames (``Stitching/encoding``), the quantiser.
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
