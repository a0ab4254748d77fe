public import MediaTime

/// A media file as a source of edits: its path, and where each of its tracks has content.
///
/// Asset time zero is the first instant that the file presents.
public struct Asset: Hashable, Sendable {
    /// The file.
    public let path: String
    /// In the order of the file.
    public let tracks: [AssetTrack]
    /// How many clips before this one are the same file. Edits tell them apart by it.
    public var occurrence = 0

    /// An asset with its tracks.
    public init(path: String, tracks: [AssetTrack]) {
        self.path = path
        self.tracks = tracks
    }

    /// The end of the track that ends last, in asset time.
    public var duration: RationalTime { tracks.map(\.range.end).max() ?? .zero }
}

/// One track of an asset.
public struct AssetTrack: Hashable, Sendable {
    /// The number of the stream in the file.
    public let index: Int
    /// What it carries.
    public let kind: TrackKind
    /// Where its content lies, in asset time.
    public let range: TimeRange

    /// A track with content in a range.
    public init(index: Int, kind: TrackKind, range: TimeRange) {
        self.index = index
        self.kind = kind
        self.range = range
    }
}

/// What a track carries.
public enum TrackKind: String, Hashable, Sendable, CaseIterable {
    /// Video.
    case video
    /// Audio.
    case audio
    /// Text or images that are shown over the video.
    case subtitle
    /// Anything else that is timed: timecode, sensor data.
    case data
}
