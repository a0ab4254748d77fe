/// The size of a frame in pixels.
public struct FrameSize: Hashable, Sendable, CustomStringConvertible {
    /// Pixels in a row.
    public let width: Int
    /// Rows of a frame.
    public let height: Int

    /// A size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Pixels of a frame.
    public var area: Int { width * height }

    /// `1280x720`.
    public var description: String { "\(width)x\(height)" }
}
