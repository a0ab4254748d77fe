internal import DequeModule
internal import FFmpeg

/// Closes the gaps that left-out frames leave. Each packet that is kept lasts until the next one, where packets come in the
/// order in which they are presented; elsewhere containers go by the decoding times.
final class SpacingStage: PacketStage {
    private let isInOrder: Bool
    private let next: any PacketStage
    /// The last packet that is kept. How long it lasts is known when the next one comes.
    private var held = UniqueDeque<CopiedPacket>()
    /// Where the frames so far end, including those that are left out, in ticks of the output.
    private var end = Int64.min

    /// The gaps of a decimation.
    init(_ decimated: DecimatedFrames, next: any PacketStage) {
        isInOrder = decimated.isInOrder
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        if !packet.isBeyondEnd, let start = packet.packet.pts { end = max(end, start + packet.packet.duration) }
        guard packet.isKept else { return }
        if isInOrder { packet.packet.dts = packet.packet.pts }
        let start = packet.packet.pts
        let before = held.popFirst()
        held.append(packet)
        guard let before else { return }
        if isInOrder, let first = before.packet.pts, let start { before.packet.duration = start - first }
        try next.take(before)
    }

    /// The last packet lasts to the end, as the track does.
    func finish() throws {
        if let last = held.popFirst() {
            if let start = last.packet.pts, end > start { last.packet.duration = end - start }
            try next.take(last)
        }
        try next.finish()
    }
}
