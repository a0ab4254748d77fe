public import MediaTime

/// What is to be locked at a camera, and how.
public struct LockRequest: Hashable, Sendable {
    /// Which format.
    public var preferences = FormatPreferences()
    /// Which of the camera's connectors; `nil` for the one that is chosen now.
    public var input: Int32?
    /// How long each frame is exposed, in seconds; positive. `nil` to leave that to the camera.
    public var shutter: RationalTime?
    /// Whether to stream for about a second to see whether the camera keeps its word.
    public var measures = true
    /// Whether everything is put back as it was when the camera is closed.
    public var restores = false

    /// The highest rate, measured.
    public init() {}
}
