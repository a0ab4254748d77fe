internal import FFmpeg
internal import MediaFormats

/// Leaves out the texts without a character that stand in MP4 where nothing is shown: they only end the text before. The muxer adds those
/// that are needed, and they may begin with what follows them: mapped, each would move that by a tick.
final class BlankCueStage: PacketStage {
    private let next: any PacketStage

    /// The stage of a track; `nil` where its codec has no such texts.
    init?(codec: String, next: any PacketStage) {
        guard codec == TextCodec.timedText.rawValue else { return nil }
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        if packet.packet.withPayload({ Self.isBlank($0) }) { return }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }

    /// Whether a text, which begins with its length in 16 bits, has no character (3GPP TS 26.245, 5.17).
    private static func isBlank(_ payload: Span<UInt8>) -> Bool {
        payload.count < 2 || payload[0] == 0 && payload[1] == 0
    }
}
