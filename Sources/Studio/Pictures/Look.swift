/// Where somebody looks.
public struct Look: Hashable, Sendable {
    /// The frame, counted from 0.
    public let frame: Int
    /// The greatest width of a picture, in pixels.
    public let width: Int
    /// By how many frames the hand moves, backwards below zero; 0 where it has jumped, or has not moved yet.
    public let stride: Int

    /// More frames at once are a jump.
    private static let longestStride = 60

    /// The widths that pictures are made in.
    public static let widths = 32...4096

    /// A look at a frame.
    ///
    /// - Parameters:
    ///   - frame: Its number, counted from 0.
    ///   - width: The greatest width of a picture, in pixels.
    ///   - stride: By how many frames the position moved last.
    public init(frame: Int, width: Int, stride: Int = 0) {
        self.frame = max(0, frame)
        self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
        self.stride = stride.magnitude <= Self.longestStride ? stride : 0
    }
}
