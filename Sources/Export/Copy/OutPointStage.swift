internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Ends a part at its out point, be it the edit's or that of the source's own edit list.
///
/// A frame that is presented after the out point goes along only where a frame that is presented before it comes later in
/// the stream: that one may refer to it. So it is held until such a frame comes.
final class OutPointStage: PacketStage {
    private let part: TrackPart
    private let end: RationalTime?
    private let sourceEnd: RationalTime?
    private let targetEnd: RationalTime?
    private let statesDurations: Bool
    /// Whether the last frame lasts for a place of a constant rate, whatever its packet says.
    private let isPlaced: Bool
    private var beyond = UniqueDeque<CopiedPacket>()
    /// When the frame that is presented last so far begins, and when the packets so far end.
    private var last: (start: RationalTime, end: RationalTime)?
    private let next: any PacketStage
    /// Where the output must hide what comes after (target time); `nil` where nothing does.
    private(set) var hiddenTail: RationalTime?
    /// The greatest decoding time of those that are handed on, in ticks of the output.
    private(set) var lastDecodingTime: Int64?

    /// The out point of a part.
    init(_ part: TrackPart, next: any PacketStage) {
        self.part = part
        end = part.isOpenEnded ? nil : part.segments.last?.source.end
        sourceEnd = part.source.range?.end
        targetEnd = part.segments.last?.target.end
        statesDurations = part.source.statesDurations
        isPlaced = part.placeRate != nil
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        if let start = packet.start, isBehind(start, isDiscarded: packet.packet.isDiscarded) {
            packet.isBeyondEnd = true
            // libavformat stops reading at the second key frame behind the end of an edit list.
            packet.packet.unmarkAsKey()
            if packet.isKept { beyond.append(packet) }
            return
        }
        if let start = packet.start, let packetEnd = packet.end {
            last = (max(last?.start ?? start, start), max(last?.end ?? packetEnd, packetEnd))
        }
        let reachesBeyond = if let end, let packetEnd = packet.end { packetEnd > end } else { false }
        if !beyond.isEmpty || reachesBeyond && !isPlaced { hiddenTail = targetEnd }
        if packet.isKept {
            while let held = beyond.popFirst() { try handOn(held) }
        }
        try handOn(packet)
    }

    private func isBehind(_ start: RationalTime, isDiscarded: Bool) -> Bool {
        if end != nil { return part.isOver(before: start) }
        return isDiscarded && sourceEnd.map { start >= $0 } ?? false
    }

    private func handOn(_ packet: consuming CopiedPacket) throws {
        if let decoding = packet.packet.dts { lastDecodingTime = max(lastDecodingTime ?? decoding, decoding) }
        try next.take(packet)
    }

    /// What is still held is left out: nothing refers to it.
    ///
    /// Of reordered frames a packet's duration is the time to the next decoded one, so that the last packets may end later than
    /// the track. The track of MP4 and MOV says when its last frame ends.
    func finish() throws {
        if end == nil, statesDurations, !isPlaced, let sourceEnd, let last, last.start < sourceEnd, sourceEnd < last.end
        {
            hiddenTail = targetEnd
        }
        try next.finish()
    }
}
