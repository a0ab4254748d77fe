internal import FFmpeg
internal import MediaSyntax

/// Marks the first frame as one before which the stream was cut, where its codec has such a mark.
final class BrokenLinkStage: PacketStage {
    private let units: NALUnits
    private var isFirst = true
    private let next: any PacketStage

    init(units: NALUnits, next: any PacketStage) { (self.units, self.next) = (units, next) }

    func take(_ packet: consuming CopiedPacket) throws {
        if isFirst, packet.isKept {
            isFirst = false
            if units.codec == .hevc { try packet.packet.replacePayload(with: units.breakingLink(packet.packet.bytes)) }
        }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
