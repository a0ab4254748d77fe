internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Notes what a part presents: packets that are kept and lie between the in point and the out point. When that begins and
/// ends comes from their times in the source, not from those that ``RetimingStage`` has given them.
final class PresentationStage: PacketStage {
    private let part: TrackPart
    /// Whether the output can hide what lies outside of the range.
    private let hides: Bool
    /// How packets say where decoding can begin; `nil` for codecs whose packets are not read.
    private let syntax: FrameSyntax?
    private let next: any PacketStage
    private var counts = Presentation()
    /// When the first that is shown begins (asset time).
    private(set) var first: RationalTime?
    /// When the last that is shown begins (asset time).
    private(set) var last: RationalTime?
    private var end: RationalTime?
    /// When the last of those that come after the out point ends, and cannot be hidden.
    private var leadOutEnd: RationalTime?

    /// The presentation of a part; `hides`: in a container with edit lists.
    init(_ part: TrackPart, hides: Bool, syntax: FrameSyntax? = nil, next: any PacketStage) {
        self.part = part
        self.hides = hides
        self.syntax = syntax
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        note(packet.start ?? packet.decoded, packet)
        try next.take(packet)
    }

    func finish() throws { try next.finish() }

    private func note(_ start: RationalTime?, _ packet: borrowing CopiedPacket) {
        guard let start, let inPoint = part.segments.first?.source.start else { return }
        // Audio is cut inside a packet, and a frame is not.
        let isAudio = part.source.kind == .audio
        let isBefore = hides && (isAudio ? max(packet.end ?? start, start) <= inPoint : start < inPoint)
        let isAfter = hides && packet.isBeyondEnd
        if packet.isKept, packet.isSeen {
            if isBefore {
                counts.hiddenBefore += 1
            } else if isAfter {
                counts.hiddenAfter += 1
            } else {
                counts.shown += 1
                if start < inPoint { counts.leadIn += 1 }
                if packet.isBeyondEnd { counts.leadOut += 1 }
            }
        } else if packet.isKept, !isBefore, !isAfter {
            counts.unseen += 1
            if start < inPoint || packet.isBeyondEnd { counts.unseenOutside += 1 }
        }
        if packet.isKept { counts.copied.begin(at: packet.packet.pts) }
        if packet.isKept, packet.packet.isKey, let syntax { noteKey(packet.packet, syntax) }
        guard !isBefore, !isAfter else { return }
        if packet.isKept {
            if packet.isBeyondEnd { leadOutEnd = max(leadOutEnd ?? start, packet.end ?? start) }
            counts.copied.add(packet.packet.pts)
            let begin = hides && isAudio ? max(start, inPoint) : start
            first = min(first ?? begin, begin)
            last = max(last ?? start, start)
        }
        // A frame that is left out is replaced by the one before it, which lasts longer.
        if let packetEnd = packet.end { end = max(end ?? packetEnd, packetEnd) }
    }

    private func noteKey(_ packet: borrowing Packet, _ syntax: FrameSyntax) {
        counts.copied.keyFrames += 1
        if packet.withUnitHeads({ syntax.canBeginDecoding($0) }) == false { counts.copied.falseKeyFrames += 1 }
    }

    /// Adds what the part presents to that of its track. `hiddenTail` is where the output hides the rest (target time).
    func add(to presentation: inout Presentation, hiddenTail: RationalTime?) throws(TimeOverflow) {
        presentation.shown += counts.shown
        presentation.unseen += counts.unseen
        presentation.unseenOutside += counts.unseenOutside
        presentation.leadIn += counts.leadIn
        presentation.leadOut += counts.leadOut
        presentation.hiddenBefore += counts.hiddenBefore
        presentation.hiddenAfter += counts.hiddenAfter
        presentation.copied.add(counts.copied)
        guard let first, let last else { return }
        // Where something comes after the out point, the last frame is on screen until then. How long a packet lasts says less:
        // with reordered frames it is the time to the next decoded one.
        let ending =
            if let leadOutEnd {
                // It is not hidden: a decoder shows it until it ends.
                try part.targetTime(ofSource: leadOutEnd, as: .end)
            } else if let hiddenTail {
                hiddenTail
            } else if let rate = part.placeRate {
                try rate.time(ofFrame: part.place(ofSource: last, at: rate) + 1)
            } else {
                try part.targetTime(ofSource: max(end ?? last, last), as: .end)
            }
        presentation.extend(
            from: try part.targetTime(ofSource: first),
            lastBegins: try part.targetTime(ofSource: last),
            to: ending
        )
        if let hiddenTail, leadOutEnd == nil { presentation.cut(at: hiddenTail) }
    }
}
