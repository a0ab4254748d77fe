internal import FFmpeg
internal import MediaSyntax

/// Changes the first frame so that it can follow frames of another encoder (``FrameSyntax/broken(_:)``).
final class BrokenLinkStage: PacketStage {
    private let syntax: FrameSyntax
    private var isFirst = true
    private let next: any PacketStage

    init(_ syntax: FrameSyntax, next: any PacketStage) { (self.syntax, self.next) = (syntax, next) }

    func take(_ packet: consuming CopiedPacket) throws {
        if isFirst, packet.isKept {
            isFirst = false
            let payload = packet.packet.bytes
            let broken = syntax.broken(payload)
            if broken != payload { try packet.packet.replacePayload(with: broken) }
        }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
