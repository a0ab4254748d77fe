internal import PathNames

/// The kinds of image files that stills are written to.
public enum StillFormat: String, CaseIterable, Sendable {
    /// Every value as it was decoded: 8 bits, or 16 where the clip has more than 8. Pixels have the shape that the clip gives
    /// them, and the file says which.
    case png
    /// Small, and shown everywhere: 8 bits, square pixels.
    case jpeg
    /// Smaller: 8 bits, square pixels, at most 16,383 of them on each side.
    case webp

    /// The format of a file, by the ending of its name, in upper or lower case; `nil` where no format has that ending.
    public init?(forPath path: String) {
        guard let ending = FileEnding.lowercased(of: path),
            let format = Self.allCases.first(where: { $0.endings.contains(ending) })
        else { return nil }
        self = format
    }

    /// The endings of its files, without the dot; the usual one comes first.
    public var endings: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .webp: ["webp"]
        }
    }

    /// libavcodec's encoder.
    var encoder: String {
        switch self {
        case .png: "png"
        case .jpeg: "mjpeg"
        case .webp: "libwebp"
        }
    }

    /// How many pixels a side can have.
    var longestSide: Int {
        switch self {
        // libavcodec makes no larger images.
        case .png, .jpeg: 65_500
        case .webp: 16_383
        }
    }

    /// Whether a file can say which colours its values stand for, without a profile.
    var statesColours: Bool { self == .png }
}
