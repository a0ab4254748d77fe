internal import FFmpeg

/// Counts the key frames of a track, as libav marks them.
struct KeyFrameTally: Hashable, Sendable {
    private(set) var packets: Int64 = 0
    /// Packets that are marked as key frames.
    private(set) var marked: Int64 = 0
    /// Packets before the first that is marked.
    private(set) var beforeFirst: Int64 = 0

    /// Takes the next packet, in decoding order.
    mutating func add(_ packet: borrowing Packet) {
        packets += 1
        guard packet.isKey else {
            if marked == 0 { beforeFirst += 1 }
            return
        }
        marked += 1
    }
}
