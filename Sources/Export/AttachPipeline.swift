internal import FFmpeg
internal import MediaTime
internal import Pipeline

/// Takes along what has no time: cover art, which is one packet, and attachments, which are none.
final class AttachPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let isPicture: Bool
    private let reader: Handover<TrackReader>

    init(plan: TrackPlan, input: MediaDescription, container: Container) throws(FFmpegError) {
        isPicture = plan.source.kind == .picture
        let reader = try TrackReader(path: input.path, track: plan.source, origin: input.origin)
        description = Muxer.StreamDescription(
            parameters: reader.stream.parameters,
            timeBase: reader.stream.timeBase,
            metadata: MetadataFilter.track(plan.source.metadata, in: container).map(\.entry),
            disposition: reader.stream.disposition
        )
        self.reader = Handover(reader)
    }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard isPicture, let reader = reader.take() else { return }
        let packet = try Packet()
        guard try reader.read(into: packet) else { return }
        packet.pts = 0
        packet.dts = 0
        try sink.write(packet)
    }
}
