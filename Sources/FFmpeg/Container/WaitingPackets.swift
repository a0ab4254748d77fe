/// A packet that was read ahead.
class HeldPacket {
    let packet: Packet
    /// Whether nothing more is to be found out about it.
    var isReady: Bool

    init(_ packet: consuming Packet, isReady: Bool = false) {
        self.packet = packet
        self.isReady = isReady
    }
}

/// Packets that were read ahead, in the order of the file, and behind them the error that reading ended with. Each goes when it is
/// ready, and all before it have gone.
struct WaitingPackets {
    private var packets: [HeldPacket] = []
    private var failure: FFmpegError?

    var count: Int { packets.count }
    var hasFailed: Bool { failure != nil }
    /// Whether there is neither a packet nor an error.
    var isEmpty: Bool { packets.isEmpty && failure == nil }

    mutating func append(_ packet: HeldPacket) { packets.append(packet) }

    /// Leaves out a packet.
    mutating func remove(_ packet: HeldPacket) { packets.removeAll { $0 === packet } }

    /// Forgets packets of streams that are not wanted.
    mutating func select(_ isWanted: (Int) -> Bool) { packets.removeAll { !isWanted($0.packet.streamIndex) } }

    /// Reading ahead has failed. That is reported in its place: behind the packets that were read.
    mutating func fail(_ error: FFmpegError) { failure = error }

    /// When packets of a stream are presented, as far as that is known.
    func presentationTimes(ofStream index: Int) -> some Collection<Int64?> {
        packets.lazy.filter { $0.packet.streamIndex == index }.map { $0.packet.pts }
    }

    /// Gives the next packet; `false` where it is not ready, or there is none.
    mutating func next(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let first = packets.first else {
            if let error = failure.take() { throw error }
            return false
        }
        guard first.isReady else { return false }
        packet.take(try first.packet.reference())
        packets.removeFirst()
        return true
    }
}
