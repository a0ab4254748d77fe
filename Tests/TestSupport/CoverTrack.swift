internal import FFmpeg

/// Cover art of a clip of Matroska: a file within the file, which has no packets.
struct CoverTrack: ClipTrack {
    let description: Muxer.StreamDescription

    init(_ image: [UInt8]) throws {
        description = Muxer.StreamDescription(
            parameters: try CodecParameters.attachment(image),
            timeBase: TimeBase(1, 1000),
            metadata: [
                MetadataEntry(key: "mimetype", value: "image/jpeg"),
                MetadataEntry(key: "filename", value: "front.jpg"),
            ]
        )
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) throws {}
}
