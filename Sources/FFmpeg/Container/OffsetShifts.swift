internal import MediaSyntax

/// Presents frames of movies in fragments at their instants where some of them come before they are decoded (`NegativeOffsets`).
///
/// libavformat presents all frames of such a track later, so that none comes too early: by what it has found so far, and so by more the further it
/// has read. The first fragment that states offsets is made to state the most (`changes`), and all are presented and decoded by so much earlier here.
final class OffsetShifts {
    /// By the streams' indices.
    private var offsets: [Int: NegativeOffsets] = [:]

    /// `nil` where there are no such tracks. `offsets` is what a movie's fragments say, by the numbers of its tracks.
    init?(_ streams: [StreamInfo], _ offsets: [UInt32: NegativeOffsets]) {
        for stream in streams where stream.kind == .video {
            self.offsets[stream.index] = UInt32(exactly: stream.id).flatMap { offsets[$0] }
        }
        if self.offsets.isEmpty { return nil }
    }

    /// What is to stand in a movie so that the first offsets are the most that there are.
    static func changes(for offsets: [UInt32: NegativeOffsets]) -> [ByteChange] {
        offsets.values.compactMap { $0.sign?.change }.sorted { $0.position < $1.position }
    }

    /// A stream as it is presented.
    func presented(_ stream: StreamInfo) -> StreamInfo {
        offsets[stream.index].map { stream.beginning(at: $0.first) } ?? stream
    }

    /// A timestamp of a stream as libavformat has it.
    func stored(_ timestamp: Int64, ofStream index: Int) -> Int64 { timestamp &+ (offsets[index]?.most ?? 0) }

    /// Gives a packet its times.
    func mend(_ packet: borrowing Packet) {
        guard let offset = offsets[packet.streamIndex] else { return }
        if let sign = offset.sign, packet.dts == sign.decoded { packet.pts = packet.pts.map { $0 &+ sign.earlier } }
        // Before libavformat has read of any offset, it may not shift them.
        if let end = offset.plainEnd, let decoded = packet.dts, decoded < end { packet.pts = decoded &+ offset.most }
        packet.pts = packet.pts.map { $0 &- offset.most }
        packet.dts = packet.dts.map { $0 &- offset.most }
    }
}
