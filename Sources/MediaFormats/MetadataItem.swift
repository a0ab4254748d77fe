package import FFmpeg

/// One text of a file's metadata, or of a track's or a chapter's.
public struct MetadataItem: Hashable, Sendable {
    /// libav's or the container's own key: `title`, `com.apple.quicktime.location.ISO6709`.
    public let key: String
    /// The text.
    public let value: String

    /// A text under a key.
    public init(key: String, value: String) {
        self.key = key
        self.value = value
    }
}

extension MetadataItem {
    /// What libav read.
    package init(_ entry: MetadataEntry) { self.init(key: entry.key, value: entry.value) }

    /// What libav writes.
    package var entry: MetadataEntry { MetadataEntry(key: key, value: value) }
}
