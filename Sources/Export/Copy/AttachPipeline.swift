internal import FFmpeg
internal import MediaFormats
internal import MediaTime
internal import Pipeline

/// Copies what has no time: cover art, which is one packet, and attachments, which have no packets.
final class AttachPipeline: TrackPipeline {
    let description: Muxer.StreamDescription
    private let isFrame: Bool
    private let reader: OneShot<TrackReader>

    init(plan: TrackPlan, input: MediaDescription, container: Container) throws(FFmpegError) {
        isFrame = plan.source.kind == .coverArt
        let reader = try TrackReader(input, track: plan.source)
        description = Muxer.StreamDescription(
            parameters: reader.stream.parameters,
            timeBase: reader.stream.timeBase,
            metadata: plan.metadata.map(\.entry),
            disposition: reader.stream.disposition
        )
        self.reader = OneShot(reader)
    }

    func run(into sink: PacketSink) throws {
        defer { sink.finish() }
        guard isFrame, var reader = reader.take() else { return }
        let packet = try Packet()
        guard try reader.read(into: packet) else { return }
        packet.pts = 0
        packet.dts = 0
        try sink.write(packet)
    }
}
