/// What begins a file by itself.
public enum RecordingTrigger: Hashable, Sendable {
    /// Sound at least so loud, in decibels of full scale.
    case sound(decibels: Float)
    /// Movement in a part of the picture.
    case motion(PictureArea)
}

/// A part of a picture, in pixels from its top left corner.
public struct PictureArea: Hashable, Sendable {
    /// The column of its left edge.
    public let left: Int
    /// The row of its top edge.
    public let top: Int
    /// How large it is.
    public let size: PictureSize

    /// A part of a picture.
    public init(left: Int, top: Int, size: PictureSize) {
        self.left = left
        self.top = top
        self.size = size
    }
}
