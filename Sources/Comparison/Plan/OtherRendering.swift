public import Export
public import MediaTime

/// Another program's rendering of the clip.
public struct OtherRendering: Sendable {
    /// The file.
    public let media: MediaDescription
    /// The rate that it plays the clip at; `nil` finds it by the file's length.
    public let rate: PlaybackRate?

    /// A file that was made at a rate.
    public init(media: MediaDescription, rate: PlaybackRate? = nil) {
        self.media = media
        self.rate = rate
    }
}
