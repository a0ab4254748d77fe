/// A codec that frames can be encoded with. ``traits`` says what its encoder can do.
public enum VideoCodec: String, CaseIterable, Sendable {
    /// H.264 (x264): plays everywhere.
    case h264
    /// HEVC (x265): smaller files, slower to encode.
    case hevc
    /// VP9 (libvpx), for WebM.
    case vp9
    /// FFV1: lossless, for archives.
    case ffv1
    /// Motion JPEG: every frame is coded by itself.
    case mjpeg
    /// Apple ProRes, for editing.
    case prores
    /// AV1 (libaom): smaller files than HEVC's, slowest to encode.
    case av1
    /// GIF: 256 colours, for moving images that play everywhere without being asked to.
    case gif
    /// WebP: images like those of VP8's key frames, for moving images.
    case webp

    /// By one of the codec's common names or its encoder's, in upper or lower case: `h264`, `avc`, `libx264`; `nil` for
    /// any other.
    public init?(named name: String) {
        let name = name.lowercased()
        guard let codec = Self.allCases.first(where: { $0.traits.names.contains(name) }) else { return nil }
        self = codec
    }
}
