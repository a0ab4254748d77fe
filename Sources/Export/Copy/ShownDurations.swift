internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Says of each packet of video how long its frame is presented: until the next one is, in the order of presentation. Of variable rates,
/// containers say something else: MP4 and MOV how long it is until the next packet is decoded, and Matroska mostly nothing.
///
/// Packets are read some frames ahead, at most ``most``, and come in the order of the file.
final class ShownDurations {
    /// No codec needs more frames before it is known which one is next; where timestamps are in no order, nothing is known.
    private static let most = 64
    /// When the track ends, in its ticks; `nil` where that is not known.
    private let trackEnd: Int64?
    /// Packets that are still to be handed on, in the order of the file.
    private var held = UniqueDeque<Packet>()
    /// When frames are presented that may be overtaken, earliest first.
    private var open: [Int64] = []
    /// When frames are presented that are not overtaken any more, earliest first.
    private var settled = Deque<Int64>()
    private var isAtEnd = false

    /// The durations of a track whose packets state others; `nil` where they are right.
    init?(of track: MediaTrack, _ reader: borrowing TrackReader) throws(TimeOverflow) {
        guard track.kind == .video, track.grid == nil else { return nil }
        // As long as until the next is decoded, which is right where that never changes, or where frames come in order.
        if track.statesDurations, reader.stream.parameters.reorderDepth == 0 || reader.index?.step != nil { return nil }
        trackEnd = try track.range.map { range throws(TimeOverflow) in
            let last = try reader.clock.ticks(at: range.end)
            return reader.clock.instant(last) == range.end ? last : last + 1
        }
    }

    /// The next packet of a reader; `nil` behind the last one.
    func next(from reader: inout TrackReader) throws(FFmpegError) -> Packet? {
        while !isAtEnd, !isFirstSettled, held.count < Self.most {
            let packet = try Packet()
            if try reader.read(into: packet) {
                if let instant = packet.pts { note(instant) }
                held.append(packet)
            } else {
                isAtEnd = true
                settled.append(contentsOf: open)
                open = []
            }
        }
        guard let packet = held.popFirst() else { return nil }
        if let instant = packet.pts, let end = end(of: instant) { packet.duration = end - instant }
        return packet
    }

    /// Whether the frame that follows the first of the packets is known.
    private var isFirstSettled: Bool {
        guard !held.isEmpty else { return false }
        guard let instant = held[0].pts, let last = settled.last else { return held[0].pts == nil }
        return instant < last
    }

    private func note(_ instant: Int64) {
        var index = open.endIndex
        while index > 0, open[index - 1] > instant { index -= 1 }
        open.insert(instant, at: index)
        if open.count > PresentationOrder.depth { settled.append(open.removeFirst()) }
        if settled.count > 2 * Self.most { settled.removeFirst() }
    }

    /// When the next frame begins. The last one is presented until the track ends.
    private func end(of instant: Int64) -> Int64? {
        if let next = settled.first(where: { $0 > instant }) { return next }
        return isAtEnd ? trackEnd.flatMap { $0 > instant ? $0 : nil } : nil
    }
}
