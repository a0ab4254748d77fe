internal import DequeModule
internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Leaves out packets whose frames are not shown, and which no frame that is shown needs: those that no other refers to, and
/// the rest of a group of which nothing more is shown.
///
/// Packets are looked at some way ahead: when a frame ends is known from those that come later, at the latest.
struct PacketSieve: ~Copyable, Sendable {
    /// So many packets are looked at ahead, or as many as are so many bytes long. No codec reorders more than the least number.
    private static let (leastAhead, mostAhead, mostBytes) = (PresentationOrder.depth, 300, 32 << 20)

    /// What is shown; `nil`: everything.
    var selector: FrameSelector?

    private let references: FrameReferences
    private let syntax: FrameSyntax?
    private var packets = UniqueDeque<Packet>()
    private var entries = Deque<Entry>()
    private var bytes = 0
    private var isAtEnd = false
    /// When frames begin whose packets were given, or left out, before.
    private var earlier = Deque<RationalTime>()

    /// What is known of a packet.
    private struct Entry {
        /// When its frame begins (asset time); `nil` where it is needed in any case.
        let start: RationalTime?
        let isDisposable: Bool
        let size: Int
        var isLeftOut = false
    }

    init(_ parameters: CodecParameters) {
        references = FrameReferences(parameters)
        syntax = FrameSyntax(parameters)
    }

    /// Forgets what was looked at: the reader goes elsewhere.
    mutating func reset() {
        packets.removeAll()
        entries.removeAll()
        earlier.removeAll()
        (bytes, isAtEnd) = (0, false)
    }

    /// The reader's next packet that is needed; `false` at the end.
    mutating func read(from reader: inout TrackReader, into packet: borrowing Packet) throws -> Bool {
        if selector == nil, packets.isEmpty { return try reader.read(into: packet) }
        while true {
            try fill(from: &reader)
            guard let entry = entries.popFirst(), let next = packets.popFirst() else { return false }
            bytes -= entry.size
            let isNeeded = !entry.isLeftOut && (!entry.isDisposable || isShown(entry))
            if let start = entry.start {
                earlier.append(start)
                if earlier.count > Self.leastAhead { _ = earlier.popFirst() }
            }
            if isNeeded {
                packet.take(next)
                return true
            }
        }
    }

    private mutating func fill(from reader: inout TrackReader) throws {
        while !isAtEnd, entries.count < Self.leastAhead || entries.count < Self.mostAhead && bytes < Self.mostBytes {
            let packet = try Packet()
            guard try reader.read(into: packet) else {
                isAtEnd = true
                break
            }
            let isAnew = beginsAnew(packet)
            let isFrame = !packet.isDiscarded && packet.size > 0
            let entry = Entry(
                start: isFrame ? reader.clock.instant(packet.pts) : nil,
                isDisposable: isFrame && references.isDisposable(packet),
                size: packet.size
            )
            bytes += entry.size
            entries.append(entry)
            packets.append(packet)
            if isAnew { leaveOutRest() }
        }
    }

    /// Whether a decoder forgets all that came before a packet.
    private func beginsAnew(_ packet: borrowing Packet) -> Bool {
        guard let syntax else { return false }
        return packet.withPayload { syntax.forgetsAll($0) }
    }

    /// Those before the last packet are needed up to the last frame that is shown: what is behind it is needed for nothing.
    private mutating func leaveOutRest() {
        for index in entries.indices.dropLast().reversed() {
            if isShown(entries[index]) { return }
            entries[index].isLeftOut = true
        }
    }

    /// Whether a frame may be shown. One that lasts beyond the segment may belong to the next one, too.
    private func isShown(_ entry: Entry) -> Bool {
        guard let selector, let start = entry.start, let end = end(ofFrameFrom: start),
            end <= selector.mapping.source.end
        else { return true }
        return (try? !selector.outputFrames(ofFrameFrom: start, to: end).isEmpty) ?? true
    }

    /// When the next frame begins, of those that are known; `nil` where none is. A frame that is not known yet can only be
    /// nearer.
    private func end(ofFrameFrom start: RationalTime) -> RationalTime? {
        var end: RationalTime?
        func note(_ other: RationalTime) { if other > start { end = min(end ?? other, other) } }
        for other in earlier { note(other) }
        for case let other? in entries.lazy.map(\.start) { note(other) }
        return end
    }
}
