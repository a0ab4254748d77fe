public import MediaTime

/// How players turn the frames of a file. The stored frames are not turned.
public enum FrameRotation: Int, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none = 0
    /// By a quarter turn clockwise.
    case clockwise90 = 90
    /// By half a turn.
    case clockwise180 = 180
    /// By three quarters of a turn clockwise.
    case clockwise270 = 270

    /// Degrees clockwise.
    public var degrees: Int { rawValue }

    /// Reads the degrees, clockwise: `90`.
    ///
    /// - Throws: `ParseError` for any other text.
    public init(parsing text: String) throws(ParseError) {
        guard let rotation = Int(text).flatMap(FrameRotation.init(rawValue:)) else {
            throw ParseError(text, "frames are turned by 0, 90, 180 or 270 degrees")
        }
        self = rotation
    }
}
