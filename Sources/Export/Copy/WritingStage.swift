internal import FFmpeg

/// The last stage of a copy: writes packets, in step with the other tracks.
struct WritingStage: PacketStage {
    let sink: PacketSink
    /// Whether a packet is a frame, to be counted.
    let countsFrames: Bool

    func take(_ packet: consuming CopiedPacket) throws {
        if let ticks = packet.packet.dts ?? packet.packet.pts, let time = sink.timeBase.time(ticks) {
            try sink.pass(time)
        }
        if countsFrames { sink.progress.countFrame() }
        try sink.write(packet.packet)
    }

    func finish() {}
}
