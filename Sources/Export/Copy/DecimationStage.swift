internal import FFmpeg

/// Marks the packets that a decimation leaves out.
final class DecimationStage: PacketStage {
    private let decimated: DecimatedFrames
    private var decimation: FrameDecimation
    private let next: any PacketStage

    /// The decimation that the plan found, of a stream with these parameters.
    init(_ decimated: DecimatedFrames, of parameters: CodecParameters, next: any PacketStage) {
        self.decimated = decimated
        decimation = FrameDecimation(every: decimated.every, of: parameters, standAlone: decimated.standAlone)
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        let isTrailing = decimated.trailing != nil && packet.start == decimated.trailing
        packet.isKept = decimation.keeps(packet.packet) && !isTrailing
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
