internal import FFmpeg

/// Cover art of a clip of Matroska: a file within the file, which has no packets.
struct CoverTrack: ClipTrack {
    let description: Muxer.StreamDescription

    init(_ image: [UInt8]) throws {
        let (type, name) = image.starts(with: "GIF".utf8) ? ("image/gif", "front.gif") : ("image/jpeg", "front.jpg")
        description = Muxer.StreamDescription(
            parameters: try CodecParameters.attachment(image),
            timeBase: TimeBase(1, 1000),
            metadata: [
                MetadataEntry(key: "mimetype", value: type),
                MetadataEntry(key: "filename", value: name),
            ]
        )
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws {}
}
