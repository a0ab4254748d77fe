/// What begins a file by itself.
public enum RecordingTrigger: Hashable, Sendable {
    /// Audio that is at least this loud, in decibels of full scale.
    case audio(decibels: Float)
    /// Movement in a part of the frame.
    case motion(FrameArea)
}

/// A part of a frame, in pixels from its top left corner.
public struct FrameArea: Hashable, Sendable {
    /// The column of its left edge.
    public let left: Int
    /// The row of its top edge.
    public let top: Int
    /// How large it is.
    public let size: FrameSize

    /// A part of a frame.
    public init(left: Int, top: Int, size: FrameSize) {
        self.left = left
        self.top = top
        self.size = size
    }

    /// Whether all of it lies in a frame, and it is not empty. Each number may be any.
    func lies(in frame: FrameSize) -> Bool {
        left >= 0 && top >= 0 && size.width > 0 && size.height > 0 && size.width <= frame.width - left
            && size.height <= frame.height - top
    }
}
