internal import FFmpeg
internal import MediaFormats

/// What a file of a series says of itself. A file is the series' own only where it names the series' pattern, and the name
/// under which it was written: one that was copied, renamed, or put there by somebody else is not.
enum SeriesOwnership {
    private static let patternKey = "overcrank.series"
    private static let nameKey = "overcrank.series.file"
    private static let startKey = "overcrank.start.utc"

    /// What is stored with a file.
    static func tags(_ pattern: NamePattern, path: String) -> [MetadataItem] {
        [
            MetadataItem(key: patternKey, value: pattern.name),
            MetadataItem(key: nameKey, value: pattern.name(of: path)),
        ]
    }

    /// When a file began, in nanoseconds since 1970; `nil` where it is not the series' own.
    static func start(of path: String, in pattern: NamePattern) -> Int64? {
        guard let file = try? Demuxer(path: path, analysing: false) else { return nil }
        func text(_ key: String) -> String? { file.metadata.last { $0.key == key }?.value }
        guard text(patternKey) == pattern.name, text(nameKey) == pattern.name(of: path) else { return nil }
        return text(startKey).flatMap(WallClock.nanoseconds(ofDate:))
    }
}
