internal import FFmpeg
internal import MediaFormats

/// A file within a file.
struct Attachment: Hashable {
    private let name: String?
    private let content: [UInt8]

    init(_ track: MediaTrack, of media: MediaDescription) {
        name = Self.name(of: track)
        let isThere = media.streams.indices.contains(track.index)
        content = isThere ? media.streams[track.index].parameters.extradata : []
    }

    /// The name of the file; `nil` where it has none.
    static func name(of track: MediaTrack) -> String? { track.metadata.first { $0.key == "filename" }?.value }
}
