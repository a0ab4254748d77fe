/// Which part of a clip's frames is shown, how it lies, and how large it becomes. All of it is said of the clip as people see
/// it: after the rotation that the file asks for, with square pixels.
///
/// Frames are cropped first, then mirrored and turned, then scaled.
public struct FrameShape: Hashable, Sendable {
    /// The part that stays; `nil` for all of it.
    public var crop: FrameCrop?
    /// How it is mirrored and turned.
    public var orientation = FrameOrientation.upright
    /// How large it becomes; `nil` for its own size.
    public var size: FrameSizing?
    /// What happens where a size of both sides has another shape than the frame.
    public var fit = FrameFit.inside

    /// A shape that leaves frames as they are.
    public init() {}
}

/// The part of a frame that stays.
public enum FrameCrop: Hashable, Sendable {
    /// A rectangle in pixels, from the top left corner.
    case area(width: Int, height: Int, left: Int, top: Int)
    /// The largest part of this shape, from the middle: 9 to 16.
    case aspect(width: Int, height: Int)
}

/// How large frames become.
public enum FrameSizing: Hashable, Sendable {
    /// Width and height.
    case exact(width: Int, height: Int)
    /// The shorter side: 1080 for 1920x1080 and for 1080x1920.
    case shorterSide(Int)
    /// A share of the size, in percent.
    case percent(Double)
    /// No larger than this, on the longer side and in all; a smaller frame stays.
    case atMost(longerSide: Int, pixels: Int)
}

/// What happens where width and height are given, and the frame has another shape.
public enum FrameFit: String, CaseIterable, Hashable, Sendable {
    /// The frame becomes as large as fits inside; one of its sides is shorter than was given.
    case inside = "fit"
    /// The frame covers all of it, and what is too much is cut away on both sides.
    case cover = "fill"
    /// The frame is distorted.
    case stretch
    /// The frame becomes as large as fits inside, with black bars beside it.
    case bars = "pad"
}
