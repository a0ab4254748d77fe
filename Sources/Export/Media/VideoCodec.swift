/// A codec for frames that can be encoded.
public enum VideoCodec: String, CaseIterable, Sendable {
    /// H.264 (x264): plays everywhere.
    case h264
    /// HEVC (x265): smaller, slower.
    case hevc
    /// VP9 (libvpx), for WebM.
    case vp9
    /// FFV1: lossless, for archives.
    case ffv1
    /// Motion JPEG: every frame by itself.
    case mjpeg
    /// Apple ProRes, for editing.
    case prores

    /// libavcodec's encoder.
    var encoder: String {
        switch self {
        case .h264: "libx264"
        case .hevc: "libx265"
        case .vp9: "libvpx-vp9"
        case .ffv1: "ffv1"
        case .mjpeg: "mjpeg"
        case .prores: "prores_ks"
        }
    }

    /// By the codec's common names and its encoder's: `h264`, `avc`, `libx264`; `nil` for any other.
    public init?(named name: String) {
        switch name.lowercased() {
        case "h264", "h.264", "avc", "libx264", "x264": self = .h264
        case "hevc", "h265", "h.265", "libx265", "x265": self = .hevc
        case "vp9", "libvpx-vp9": self = .vp9
        case "ffv1": self = .ffv1
        case "mjpeg", "jpeg": self = .mjpeg
        case "prores", "prores_ks": self = .prores
        default: return nil
        }
    }

    /// The qualities that the codec knows, best and worst in the codec's own order; `nil` where there is nothing to
    /// choose.
    public var qualities: ClosedRange<Int>? {
        switch self {
        case .h264, .hevc: 0...51
        case .vp9: 0...63
        case .mjpeg: 2...31
        case .prores: 0...5
        case .ffv1: nil
        }
    }

    /// The preset names that the encoder knows; empty where it has none.
    public var presets: [String] {
        switch self {
        case .h264, .hevc:
            [
                "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow",
                "placebo",
            ]
        case .vp9: ["realtime", "good", "best"]
        case .ffv1, .mjpeg, .prores: []
        }
    }

    /// The quality that is taken where none is named: visually near the source.
    var defaultQuality: Int? {
        switch self {
        case .h264: 18
        case .hevc: 20
        case .vp9: 28
        case .mjpeg: 3
        case .prores: 3
        case .ffv1: nil
        }
    }

    /// libavcodec's options for a quality and a preset.
    func options(quality: Int?, preset: String?) -> [MetadataItem] {
        let quality = (quality ?? defaultQuality).map(String.init) ?? ""
        func text(_ key: String, _ value: String) -> MetadataItem { MetadataItem(key: key, value: value) }
        switch self {
        case .h264:
            return [text("preset", preset ?? "medium"), text("crf", quality)]
        case .hevc:
            return [
                text("preset", preset ?? "medium"), text("crf", quality),
                // x265 prints its banner past libav's log.
                text("x265-params", "log-level=error"),
            ]
        case .vp9:
            return [
                text("deadline", preset ?? "good"), text("crf", quality), text("b", "0"),
                text("row-mt", "1"), text("cpu-used", "4"),
            ]
        case .ffv1:
            // Version 3 in slices: threads, and checksums that find damage.
            return [text("level", "3"), text("slices", "4"), text("slicecrc", "1")]
        case .mjpeg:
            // libavcodec counts quality in its own lambda units, 118 to the step.
            let lambda = (Int(quality) ?? 3) * 118
            return [text("flags", "+qscale"), text("global_quality", String(lambda))]
        case .prores:
            return [text("profile", quality), text("vendor", "apl0")]
        }
    }
}
