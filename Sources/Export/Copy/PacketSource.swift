internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// The first stage of a copy: reads the packets of one part of a track that its segments play, and those that these may
/// refer to.
struct PacketSource: ~Copyable {
    private let part: TrackPart
    private var reader: TrackReader
    /// How long frames are presented; `nil` where packets say so.
    private let durations: ShownDurations?
    /// `nil` where frames come in the order in which they are presented.
    private let order: DecodingOrder?
    private let damage: DamageLog
    /// How the packets are divided into units; `nil` for codecs that have none.
    private let units: NALUnits?
    /// Whether packets that are cut short cannot be written.
    private let isAV1: Bool
    /// Tells packets of which a decoder shows nothing; `nil` for codecs of which every packet shows something.
    private var shownFrames: ShownFrames?
    /// What is said in front of packets of AAC: of the first, and whether another one differs.
    private let isAAC: Bool
    private var header: ADTSHeader?
    private var changesHeaders = false
    /// How much earlier than the in point reading begins.
    private let preroll: RationalTime
    /// Whether frames that are presented before the in point are left out, because no other refers to them.
    private let leavesOutEarlier: Bool
    /// Whether the last frame ends at the out point because nothing hides the rest of it.
    private let cutsLast: Bool
    /// The frame that is on screen at the in point, and begins before it (asset time).
    private let shownAtStart: RationalTime?
    /// Whether the first packet, or the in point where that comes first, is at zero: no time is before that.
    private let beginsAtZero: Bool

    /// The packets of a part. Where frames before the in point are hidden, the one that is on screen there begins at the in
    /// point: an edit list hides whatever begins earlier. Of audio, `preroll` before the in point goes along.
    /// `durations` are those of the track.
    init(
        _ part: TrackPart,
        from reader: consuming TrackReader,
        durations: ShownDurations?,
        preroll: RationalTime = .zero,
        hidesLeadIn: Bool,
        leavesOutEarlier: Bool = false,
        decimation: DecimatedFrames?,
        damage: DamageLog
    ) throws {
        self.part = part
        self.preroll = part.source.kind == .subtitle ? Self.longestText : preroll
        self.damage = damage
        self.leavesOutEarlier = leavesOutEarlier
        cutsLast = !hidesLeadIn && part.source.kind == .video && part.placeRate == nil
        self.durations = durations
        order = DecodingOrder(of: part.source)
        let parameters = reader.stream.parameters
        units = NALUnits(parameters)
        isAAC = parameters.codecName == "aac"
        isAV1 = parameters.codecName == "av1"
        shownFrames = ShownFrames(codec: parameters.codecName, configuration: parameters.extradata)
        let start = part.segments.first?.source.start
        let isWithin = start.flatMap { start in part.source.range.map { start > $0.start } } ?? false
        beginsAtZero = !hidesLeadIn && isWithin && part.source.kind == .video
        if leavesOutEarlier || hidesLeadIn && isWithin, part.source.kind == .video, let start {
            let kept = decimation.map {
                FrameDecimation(every: $0.every, of: parameters, standAlone: $0.standAlone)
            }
            shownAtStart = try reader.neighbours(of: start, decimation: kept).before
        } else {
            shownAtStart = nil
        }
        self.reader = reader
    }

    /// How long a packet's frame is presented, and whether its clock says so, too: to a tick, as instants are rounded.
    private func shownDuration(
        of packet: borrowing Packet,
        _ clock: SourceClock
    ) -> (length: RationalTime, isStated: Bool) {
        let stated = clock.duration(packet.duration)
        guard durations != nil, packet.duration > 0 else { return (stated, true) }
        let shown = clock.statedDuration(packet.duration)
        guard let difference = try? shown - stated, abs(difference.seconds) > part.source.tick.seconds * 1.001 else {
            return (stated, true)
        }
        return (shown, false)
    }

    /// The next packet; `nil` behind the last one.
    private mutating func nextPacket() throws(FFmpegError) -> Packet? {
        guard let order else { return try readPacket() }
        return try order.next { () throws(FFmpegError) in try readPacket() }
    }

    private mutating func readPacket() throws(FFmpegError) -> Packet? {
        if let durations { return try durations.next(from: &reader) }
        let packet = try Packet()
        return try reader.read(into: packet) ? consume packet : nil
    }

    /// A text may still be shown when another one begins before the in point, so looking for the last one that begins there would miss it.
    /// Few are shown for longer than this.
    private static let longestText = RationalTime(30, 1)

    /// Reads from the key frame at or before the part's first instant, or from the pre-roll on, to its end.
    mutating func run(into next: any PacketStage) throws {
        guard let first = part.segments.first, let last = part.segments.last else { return }
        try reader.seek(to: first.source.start - preroll)
        let clock = reader.clock
        let outPoint = part.isOpenEnded ? nil : last.source.end
        var isFirst = true
        var firstStart: RationalTime?
        var lastDecoded: RationalTime?
        var latest: RationalTime?
        while let packet = try nextPacket() {
            // A packet of audio without a byte is nothing to hear, and not every muxer leaves it out. One of video is not even read.
            if packet.size == 0, part.source.kind.isTimed { continue }
            var start = clock.instant(packet.pts)
            let decoded = clock.instant(packet.dts) ?? start
            if let outPoint, let decoded, decoded >= outPoint { break }
            guard decoded != nil || !part.source.kind.isTimed else {
                let message = "a packet without a timestamp, left out"
                damage.add(Damage(trackIndex: part.source.index, time: lastDecoded, message: message))
                continue
            }
            let duration = shownDuration(of: packet, clock)
            var end = try start.map { try $0 + duration.length }
            if isCutOut(from: start, to: end) { continue }
            if isAV1, !packet.withUnitHeads({ AV1Stream.fit($0) }) {
                let message = "a packet whose units do not fit into it, left out"
                damage.add(Damage(trackIndex: part.source.index, time: decoded, message: message))
                continue
            }
            let instant = packet.pts
            let visibility = packet.withUnitHeads {
                shownFrames?.visibility(of: $0, presentedAt: instant) ?? .shown
            }
            // Behind another part a decoder would take that one's frames for what they refer to.
            if visibility == .leading { continue }
            if let message = fault(of: packet, visibility) {
                damage.add(Damage(trackIndex: part.source.index, time: decoded, message: message))
            }
            noteHeader(of: packet, at: decoded)
            if let start, !part.keeps(start) { continue }
            if let decoded {
                if let lastDecoded, decoded < lastDecoded, part.source.kind.isTimed {
                    damage.add(Damage(trackIndex: part.source.index, time: lastDecoded, message: Self.backwards))
                }
                lastDecoded = decoded
            }
            if part.source.kind == .video, let start {
                // A decoder has shown what is stored before a key frame when it comes to it.
                if packet.isKey, let latest, start < latest {
                    damage.add(Damage(trackIndex: part.source.index, time: latest, message: Self.backwards))
                }
                latest = max(start, latest ?? start)
            }
            // Decoding begins with the first packet. Had another one before the in point been good for that, the reader had
            // chosen it: marked as a key frame, it would lead a player to begin there.
            if !isFirst, part.source.kind == .video, let start, start <= first.source.start { packet.unmarkAsKey() }
            isFirst = false
            var startsAsStated = true
            if let shownAtStart, let stated = start, stated == shownAtStart {
                startsAsStated = false
                start = max(stated, first.source.start)
                // Where nothing comes after it, it is on screen until the out point.
                if let over = end, over <= first.source.start { end = last.source.end }
            }
            if leavesOutEarlier, let start, start < first.source.start { continue }
            if beginsAtZero, let begin = firstStart, let stated = start, stated < min(begin, first.source.start) {
                // Frames that lead to the key frame are of no use. But others may count one that no decoder shows among those they refer to.
                guard visibility == .hidden else { continue }
                (start, startsAsStated) = (min(begin, first.source.start), false)
            }
            if firstStart == nil { firstStart = start }
            var copied = CopiedPacket(packet: packet, start: start, end: end, decoded: decoded)
            copied.isSeen = visibility == .shown
            (copied.startsAsStated, copied.endsAsStated) = (startsAsStated, duration.isStated)
            if cutsLast, let outPoint, let start, start < outPoint, let stated = copied.end, stated > outPoint {
                (copied.end, copied.endsAsStated) = (outPoint, false)
            }
            try next.take(copied)
        }
        try next.finish()
    }

    private static let backwards = "timestamps go back: what follows is presented at other times than they say"

    /// What can be seen to be wrong with a packet without decoding it.
    private func fault(of packet: borrowing Packet, _ visibility: ShownFrames.Visibility) -> String? {
        if packet.isCorrupt { return "a damaged packet" }
        if let units, !packet.withUnitHeads({ units.fit($0) }) {
            return "a packet whose units do not fit into it: decoders pass over it"
        }
        return visibility == .unreadable ? "a packet without a frame that can be decoded" : nil
    }

    /// Notes once that the header in front of a packet of AAC is unlike the first one's. The container has one description for all. A
    /// track of which that is known is not copied: here it is found where a file could not be surveyed as a whole.
    private mutating func noteHeader(of packet: borrowing Packet, at time: RationalTime?) {
        guard isAAC, !changesHeaders, let next = packet.withPayload({ ADTSHeader($0) }) else { return }
        if let header, header != next {
            changesHeaders = true
            let message = "its coding changes: what follows is not decoded, or not as it should be"
            damage.add(Damage(trackIndex: part.source.index, time: time, message: message))
        }
        header = header ?? next
    }

    /// Whether a subtitle or a sensor reading lies where the edit takes something out. Frames are copied only where the
    /// edit takes nothing out.
    private func isCutOut(from start: RationalTime?, to end: RationalTime?) -> Bool {
        guard part.source.kind != .video, part.segments.count > 1, let start, let end else { return false }
        return !part.segments.contains { $0.source.start < max(end, start) && start < $0.source.end }
    }
}
