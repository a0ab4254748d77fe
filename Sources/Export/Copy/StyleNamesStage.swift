internal import FFmpeg
internal import MediaSyntax

/// Names the styles of dialogue as the header of all clips' scripts does.
final class StyleNamesStage: PacketStage {
    private let names: ScriptStyleNames
    private let next: any PacketStage

    init(_ names: ScriptStyleNames, next: any PacketStage) { (self.names, self.next) = (names, next) }

    func take(_ packet: consuming CopiedPacket) throws {
        let bytes = packet.packet.bytes
        let renamed = names.renamed(bytes)
        if renamed != bytes { try packet.packet.replacePayload(with: renamed) }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
