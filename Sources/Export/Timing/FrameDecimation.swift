internal import FFmpeg

/// Decides which frames of a stream to keep, so that one of every *n* is kept. Only frames that no other frame refers to
/// are left out.
///
/// Such a frame is kept when *n* − 1 frames were left out since the last one that was kept, in presentation order. At that
/// time all frames that are presented shortly before it are known: those that it refers to are decoded earlier, and
/// frames that no other refers to come in presentation order.
struct FrameDecimation {
    private let references: FrameReferences
    private let every: Int
    /// The latest frames, in presentation order.
    private var recent: [(time: Int64, stays: Bool)] = []

    /// How many frames are remembered: more than *n*, and more than any codec reorders.
    private var memory: Int { every + 32 }

    /// - Parameters:
    ///   - every: How many frames there are for one that is kept.
    ///   - parameters: Those of the stream.
    ///   - standAlone: Whether no frame refers to another: ``StandaloneFrames``.
    init(every: Int, of parameters: CodecParameters, standAlone: Bool) {
        precondition(every > 0, "of at least one frame one is kept")
        references = FrameReferences(parameters, standAlone: standAlone)
        self.every = every
    }

    /// Whether the stream's next frame, in decoding order, is kept.
    mutating func keeps(_ packet: borrowing Packet) -> Bool {
        guard let time = packet.pts ?? packet.dts else { return true }
        let place = (recent.lastIndex { $0.time < time }).map { $0 + 1 } ?? 0
        let stays = !references.isDisposable(packet) || isDue(at: place)
        recent.insert((time, stays), at: place)
        if recent.count > memory { recent.removeFirst() }
        return stays
    }

    /// Whether enough frames are left out before a place among the latest frames.
    private func isDue(at place: Int) -> Bool {
        guard let last = recent[..<place].lastIndex(where: \.stays) else { return true }
        return place - last >= every
    }
}
