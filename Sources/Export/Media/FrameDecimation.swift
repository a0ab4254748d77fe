internal import FFmpeg

/// Leaves frames out of a stream, so that one of so many stays: those that no other refers to.
///
/// A frame stays where enough are left out since the last one that stays, in the order of presentation. When one comes
/// that no other refers to, all that are shown shortly before it have come: references are decoded before it, and its
/// equals come in order.
struct FrameDecimation {
    private let references: FrameReferences
    private let every: Int
    /// The latest frames, by their times of presentation.
    private var recent: [(time: Int64, stays: Bool)] = []

    /// More than one of so many, and more than any codec reorders.
    private var memory: Int { every + 32 }

    init(every: Int, of parameters: CodecParameters) {
        precondition(every > 0, "one of so many stays")
        references = FrameReferences(parameters)
        self.every = every
    }

    /// Whether the stream's next frame, in the order of decoding, stays.
    mutating func keeps(_ packet: borrowing Packet) -> Bool {
        guard let time = packet.pts ?? packet.dts else { return true }
        let place = (recent.lastIndex { $0.time < time }).map { $0 + 1 } ?? 0
        let stays = !references.isDisposable(packet) || isDue(at: place)
        recent.insert((time, stays), at: place)
        if recent.count > memory { recent.removeFirst() }
        return stays
    }

    /// Whether enough are left out before a place among the latest frames.
    private func isDue(at place: Int) -> Bool {
        guard let last = recent[..<place].lastIndex(where: \.stays) else { return true }
        return place - last >= every
    }
}
