public import Export
public import MediaTime

/// Another program's rendering of the clip.
public struct OtherRendering: Sendable {
    /// The file.
    public let media: MediaDescription
    /// The rate at which it plays the clip; `nil`: it is found by the length of the file.
    public let rate: PlaybackRate?

    /// A file, and the rate at which it plays the clip.
    public init(media: MediaDescription, rate: PlaybackRate? = nil) {
        self.media = media
        self.rate = rate
    }
}
