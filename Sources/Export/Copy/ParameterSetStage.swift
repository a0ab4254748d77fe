internal import FFmpeg

/// Corrects the frame rate in the parameter sets that packets carry. A damaged packet is copied as it is.
final class ParameterSetStage: PacketStage {
    private let rewriter: ParameterSetRewriter
    private let track: Int
    private let damage: DamageLog
    private let next: any PacketStage

    /// `track` is the number that damage is reported under.
    init(_ rewriter: consuming ParameterSetRewriter, track: Int, damage: DamageLog, next: any PacketStage) {
        self.rewriter = rewriter
        self.track = track
        self.damage = damage
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        do {
            if packet.isKept { try rewriter.rewrite(packet.packet) }
        } catch {
            guard error.isDamage else { throw error }
            damage.add(Damage(trackIndex: track, time: packet.decoded, message: error.logLine ?? error.reason))
        }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
