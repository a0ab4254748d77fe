internal import MediaFormats

/// How frames are stored.
public enum FrameCoding: String, Hashable, Sendable, CaseIterable {
    /// As they come from the camera: no frame is changed. Raw ones in mov files only, in packed 4:2:2 (YUYV, UYVY).
    case copy
    /// H.264, with the effort lowered before frames are lost. What the camera has encoded is decoded for it.
    case h264
    /// HEVC, as H.264; for slow cameras or fast machines.
    case hevc
    /// FFV1: lossless, in mov files only.
    case ffv1

    /// The codec that frames are encoded with; `nil` where they are stored as they come.
    var codec: VideoCodec? {
        switch self {
        case .copy: nil
        case .h264: .h264
        case .hevc: .hevc
        case .ffv1: .ffv1
        }
    }

    /// Why frames lose nothing, so that there is no quality to choose; `nil` where they do.
    public var keeping: String? {
        switch self {
        case .copy: "frames are stored as they come from the camera"
        case .h264, .hevc: nil
        case .ffv1: "ffv1 keeps every frame as it is"
        }
    }

    /// What is done unless it is named: what the camera has encoded is copied, raw frames become H.264.
    public static func usual(for format: FourCharacterCode) -> FrameCoding {
        CameraFormat(format)?.codec == nil ? usualEncoded : .copy
    }

    /// How frames are encoded, where they are, unless it is named.
    public static let usualEncoded = FrameCoding.h264
}
