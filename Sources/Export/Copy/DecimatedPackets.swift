internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Takes the packets out of a track that a decimation does not keep. Each of the others lasts until the next, where they come
/// in the order in which they are shown; elsewhere containers go by the decoding times.
final class DecimatedPackets {
    private let decimated: DecimatedFrames
    private var decimation: FrameDecimation
    /// The last one that stays: how long it lasts shows when the next one comes.
    private var held = UniqueDeque<Packet>()
    /// Where the frames so far end, those that are left out as well, in ticks.
    private var end = Int64.min

    init(_ decimated: DecimatedFrames, of parameters: CodecParameters) {
        self.decimated = decimated
        decimation = FrameDecimation(every: decimated.every, of: parameters)
    }

    /// Takes the next packet, as the source has it, and its instant (asset time); says whether it stays.
    func keeps(_ packet: borrowing Packet, shown: RationalTime?) -> Bool {
        decimation.keeps(packet) && (decimated.trailing == nil || shown != decimated.trailing)
    }

    /// Takes note of a packet with its new times, whether it stays or not.
    func note(_ packet: borrowing Packet) {
        if let start = packet.pts { end = max(end, start + packet.duration) }
    }

    /// Takes the next packet that stays; the latest one that is complete now.
    func push(_ packet: consuming Packet) -> Packet? {
        if decimated.isInOrder { packet.dts = packet.pts }
        let next = packet.pts
        let before = held.popFirst()
        held.append(packet)
        guard let before else { return nil }
        if decimated.isInOrder, let start = before.pts, let next { before.duration = next - start }
        return before
    }

    /// The last packet that stays, which lasts to the end: so does the track.
    func finish() -> Packet? {
        guard let last = held.popFirst() else { return nil }
        if let start = last.pts, end > start { last.duration = end - start }
        return last
    }
}
