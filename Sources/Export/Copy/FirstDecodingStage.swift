internal import DequeModule
internal import FFmpeg

/// Has the first frame of a part, and what is kept of its leading frames, decoded in even steps before the first that is presented after it, where
/// frames between them were left out. Decoding them would come earlier than need be: MP4 counts times of decoding from the first, and GStreamer
/// 1.22 ends a track behind a key frame where they reach past the movie's end.
final class FirstDecodingStage: PacketStage {
    /// No codec has more leading frames.
    private static let most = 32
    private let next: any PacketStage
    /// The first packet, and those behind it that are presented before it.
    private var held = UniqueDeque<CopiedPacket>()
    private var hasGap = false
    private var isOver = false

    init(next: any PacketStage) { self.next = next }

    func take(_ packet: consuming CopiedPacket) throws {
        if isOver { return try next.take(packet) }
        if !held.isEmpty {
            hasGap = hasGap || packet.isBehindGap
            let isLeading =
                if let first = held[0].packet.pts, let own = packet.packet.pts { own < first } else { false }
            isOver = !isLeading || held.count > Self.most
            if isOver {
                if !isLeading, hasGap, let decoding = packet.packet.dts { space(before: decoding) }
                try handOn()
                return try next.take(packet)
            }
        }
        held.append(packet)
    }

    func finish() throws {
        try handOn()
        try next.finish()
    }

    private func handOn() throws {
        while let packet = held.popFirst() { try next.take(packet) }
    }

    /// Has what is held decoded in steps up to an instant, in ticks of the output, each of them as late as it is presented at most.
    private func space(before decoding: Int64) {
        let step = max(1, held[0].packet.duration)
        var following = decoding
        for index in held.indices.reversed() {
            guard let own = held[index].packet.dts, let presentation = held[index].packet.pts else { return }
            following = max(own, min(presentation, following - step))
            held[index].packet.dts = following
        }
    }
}
