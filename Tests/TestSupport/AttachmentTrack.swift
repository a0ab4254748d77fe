internal import FFmpeg

/// A file within a clip of Matroska, which has no packets.
final class AttachmentTrack: ClipTrack {
    let description: Muxer.StreamDescription

    init(_ name: String, _ bytes: [UInt8]) throws {
        description = Muxer.StreamDescription(
            parameters: try CodecParameters.attachment(bytes),
            timeBase: TimeBase(1, 1000),
            metadata: [
                MetadataEntry(key: "filename", value: name),
                MetadataEntry(key: "mimetype", value: "application/x-truetype-font"),
            ]
        )
    }

    func write(_ sink: (borrowing Packet, TimeBase) throws -> Void) {}
}
