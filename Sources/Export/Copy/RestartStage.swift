internal import FFmpeg
internal import MediaSyntax

/// Makes the first frame an IDR frame, and numbers those behind it anew.
final class RestartStage: PacketStage {
    private var restart: H264Restart
    private var isFirst = true
    private let next: any PacketStage

    init(_ restart: H264Restart, next: any PacketStage) { (self.restart, self.next) = (restart, next) }

    func take(_ packet: consuming CopiedPacket) throws {
        if packet.isKept, !restart.isOver {
            guard let payload = restart.restarted(packet.packet.bytes) else {
                throw ExportError(.unsupported, "frames of H.264 cannot be numbered anew from where copying begins")
            }
            try packet.packet.replacePayload(with: payload)
            if isFirst { packet.packet.markAsKey() }
            isFirst = false
        }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
