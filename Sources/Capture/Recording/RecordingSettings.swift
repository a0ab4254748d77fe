public import MediaTime

/// How a recording is to be made.
public struct RecordingSettings: Sendable {
    /// The file; its ending, mp4 or mov, chooses the container.
    public var path: String
    /// A file of that name is replaced.
    public var overwrites = false
    /// When to end it without being told.
    public var limits = RecordingLimits()
    /// What is stored with it besides what the recorder knows; a key given here replaces the recorder's.
    public var metadata: [RecordingTag] = []
    /// Memory for pictures that wait for the writer, in bytes.
    public var bufferSize = 256 << 20
    /// Each lost picture is written here as a line of JSON; `nil` for no such file.
    public var logPath: String?

    /// The usual settings for a file.
    public init(path: String) { self.path = path }
}

/// What ends a recording without anybody's doing. Each ends it as if it had been told to stop.
public struct RecordingLimits: Hashable, Sendable {
    /// From the first picture: those at or after this instant are not recorded.
    public var duration: RationalTime?
    /// Bytes of the file.
    public var size: UInt64?
    /// Bytes that are to be left free on the file system.
    public var freeSpace: UInt64?

    /// No limits.
    public init() {}
}

/// A text that is stored with a recording.
public struct RecordingTag: Hashable, Sendable {
    /// What it says: `title`, `com.apple.quicktime.location.ISO6709`.
    public let key: String
    /// The text.
    public let value: String

    /// A text under a key.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}
