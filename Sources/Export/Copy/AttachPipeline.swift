internal import FFmpeg
internal import MediaFormats
internal import Pipeline

/// Copies what has no time: cover art, which is one packet or a file within the file, and attachments, which have no packets.
final class AttachPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    /// The packet of cover art; `nil` for what is a file within the file.
    private let frame: OneShot<Packet>?

    init(plan: TrackPlan, input: MediaDescription, container: Container) throws(FFmpegError) {
        var reader = try TrackReader(input, track: plan.source)
        var description = Muxer.StreamDescription(
            parameters: reader.stream.parameters,
            timeBase: reader.stream.timeBase,
            metadata: plan.metadata.map(\.entry),
            disposition: reader.stream.disposition
        )
        let packet = try Packet()
        guard plan.source.kind == .coverArt, try reader.read(into: packet) else {
            frame = nil
            self.description = description
            return
        }
        if case .attachment = container.traits.coverArt, let file = CoverFile(codec: plan.source.codec) {
            description.parameters = try CodecParameters.attachment(packet.bytes)
            description.disposition = []
            // A file of Matroska has a name already.
            description.metadata.removeAll { $0.key == "mimetype" }
            description.metadata.append(MetadataEntry(key: "mimetype", value: file.type))
            if !description.metadata.contains(where: { $0.key == "filename" }) {
                description.metadata.append(MetadataEntry(key: "filename", value: file.name))
            }
            frame = nil
        } else {
            (packet.pts, packet.dts) = (0, 0)
            frame = OneShot(packet)
        }
        self.description = description
    }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard let packet = frame?.take() else { return }
        try sink.write(packet)
    }
}
