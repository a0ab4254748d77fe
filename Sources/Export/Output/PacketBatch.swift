internal import DequeModule
internal import FFmpeg
internal import Pipeline

/// Packets of a track that wait to be handed to the muxer together: each time its thread is woken, which takes longer than a packet
/// of audio.
struct PacketBatch: ~Copyable {
    /// The file that packets are copied from, among the plan's inputs; `nil` where they are made.
    private let input: Int?
    private var packets = UniqueDeque<Packet>()
    /// The sizes of those of these that are in memory, in bytes.
    private var bytes = 0

    init(ofInput input: Int? = nil) {
        self.input = input
    }

    /// So much is handed over together at most: enough that handing over costs little, and little memory.
    private static let mostPackets = 128
    private static let mostBytes = 1 << 20

    /// Adds a packet whose timestamps are ticks of the sink's time base, and hands all over where they are enough.
    mutating func add(_ packet: consuming Packet, for sink: PacketSink) throws {
        if !packet.isUnread { bytes += packet.size }
        packets.append(packet)
        if packets.count == Self.mostPackets || bytes >= Self.mostBytes { try write(into: sink) }
    }

    /// Hands over what waits.
    mutating func write(into sink: PacketSink) throws {
        guard !packets.isEmpty else { return }
        try sink.write(all: &packets, size: bytes, ofInput: input)
        bytes = 0
    }
}
