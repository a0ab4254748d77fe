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
    /// `nil` where packets say to the sample when they begin, or the copy could not.
    private var positions: SamplePositions?
    /// `nil` where frames come in the order in which they are presented.
    private let order: DecodingOrder?
    private var examiner: PacketExaminer
    private var edges: PartEdges
    /// What a second of PCM takes, in bytes, where the clock is coarser than its samples and the copy ends where the last packet is said to;
    /// `nil` elsewhere.
    private let coarseRate: Int?
    /// How much earlier than the in point reading begins.
    private let preroll: RationalTime

    /// The packets of a part. Where frames before the in point are hidden, or none goes along, the one that is on screen there begins at the
    /// in point: an edit list hides whatever begins earlier. Of audio, `preroll` before the in point goes along.
    /// `durations` are those of the track, and `positions` those of its samples. With `isLater`, other parts come before it, and with
    /// `isFollowed` behind it: then its last frame ends where it does.
    init(
        _ part: TrackPart,
        from reader: consuming TrackReader,
        durations: ShownDurations?,
        positions: consuming SamplePositions? = nil,
        preroll: RationalTime = .zero,
        hidesLeadIn: Bool,
        leavesOutEarlier: Bool,
        isLater: Bool,
        isFollowed: Bool,
        decimation: DecimatedFrames?,
        damage: DamageLog
    ) throws {
        self.part = part
        self.preroll = part.source.kind == .subtitle ? Self.longestText : preroll
        self.durations = durations
        self.positions = positions
        order = DecodingOrder(
            of: part.source,
            areComputed: reader.computesDecodingTimes,
            frame: reader.clock.frameTicks
        )
        let parameters = reader.stream.parameters
        let isCoarse = part.source.tick.seconds * Double(parameters.sampleRate) > 1
        coarseRate = isCoarse && hidesLeadIn ? parameters.bytesPerSecond : nil
        let examiner = try PacketExaminer(part.source, parameters, damage: damage)
        edges = try PartEdges(
            part,
            in: &reader,
            hidesLeadIn: hidesLeadIn,
            leavesOutEarlier: leavesOutEarlier,
            isLater: isLater,
            isFollowed: isFollowed,
            decimation: decimation
        )
        self.examiner = examiner
        self.reader = reader
    }

    /// How long a packet's frame is presented, and whether its clock says so, too: to a tick, as instants are rounded.
    private func shownDuration(
        of packet: borrowing Packet,
        from start: RationalTime?,
        _ clock: SourceClock
    ) -> (length: RationalTime, isStated: Bool) {
        let stated = clock.duration(packet.duration)
        if let coarseRate, let rate = Int32(exactly: coarseRate), rate > 0,
            // The packet's beginning is rounded, too: no sample may lie behind the end.
            let length = try? RationalTime(Int64(packet.size), rate) + part.source.tick.scaled(by: 1, over: 2)
        {
            return (length, false)
        }
        let last = start.flatMap { start in clock.end(ofFrameAt: start).flatMap { try? $0 - start } }
        let own = durations != nil && packet.duration > 0 ? clock.statedDuration(packet.duration) : nil
        guard let shown = own ?? last else { return (stated, true) }
        guard let difference = try? shown - stated, abs(difference.seconds) > part.source.tick.seconds * 1.001 else {
            return (stated, true)
        }
        return (shown, false)
    }

    /// The next packet that can be read; `nil` behind the last one. What cannot be is damage, as it is where frames are decoded.
    private mutating func nextPacket() throws(FFmpegError) -> Packet? {
        while true {
            do throws(FFmpegError) {
                guard let order else { return try readPacket() }
                return try order.next { () throws(FFmpegError) in try readPacket() }
            } catch {
                guard error.isDamage else { throw error }
                examiner.noteUnread(error)
            }
        }
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
        guard let first = part.segments.first else { return }
        try reader.seek(to: first.source.start - preroll)
        let clock = reader.clock
        var hasLeftOut = false
        while let packet = try nextPacket() {
            // A packet of audio without a byte is nothing to hear, and not every muxer leaves it out. One of video is not even read.
            if packet.size == 0, part.source.kind.isTimed { continue }
            var start = clock.instant(packet.pts)
            let decoded = clock.instant(packet.dts) ?? start
            if edges.isBehind(decoded) { break }
            let duration = shownDuration(of: packet, from: start, clock)
            var end = try start.map { try $0 + duration.length }
            let exact = try exactTimes(of: packet, at: start)
            if let exact { (start, end) = exact }
            let stated = (start: start, end: end)
            if part.source.kind == .subtitle { (start, end) = unrounded(start, end) }
            if isCutOut(from: start, to: end) { continue }
            guard let visibility = examiner.visibility(of: packet, decodedAt: decoded) else {
                hasLeftOut = true
                continue
            }
            if let start, !part.keeps(start) { continue }
            examiner.noteTimes(of: packet, presentedAt: start, until: end, decodedAt: decoded)
            var copied = CopiedPacket(packet: packet, start: start, end: end, decoded: decoded)
            copied.isSeen = visibility == .shown
            copied.startsAsStated = exact == nil && start == stated.start
            copied.endsAsStated = exact == nil && duration.isStated && end == stated.end
            copied.isBehindGap = hasLeftOut
            guard let placed = edges.place(copied, visibility) else {
                hasLeftOut = true
                continue
            }
            hasLeftOut = false
            try next.take(placed)
        }
        try next.finish()
    }

    /// When a packet begins and ends to the sample; `nil` where its timestamps say so, or nothing does.
    private mutating func exactTimes(
        of packet: borrowing Packet,
        at stated: RationalTime?
    ) throws(TimeOverflow) -> (start: RationalTime, end: RationalTime)? {
        guard let stated else { return nil }
        return try positions?.place(packet, at: stated)
    }

    /// When a text begins and ends, by the frames that are held there.
    private func unrounded(_ start: RationalTime?, _ end: RationalTime?) -> (start: RationalTime?, end: RationalTime?) {
        let tick = part.source.tick
        if let start, let end, start < end, let stated = try? TimeRange(start: start, end: end) {
            let range = part.segments.unrounded(stated, tick: tick)
            return (range.start, range.end)
        }
        // Without a length it is seen until the next.
        let bound = start.map { part.segments.unrounded($0, tick: tick) }
        return (bound, start == end ? bound : end)
    }

    /// Whether a subtitle or a sensor reading lies where the edit takes something out. Frames are copied only where the
    /// edit takes nothing out.
    private func isCutOut(from start: RationalTime?, to end: RationalTime?) -> Bool {
        guard part.source.kind != .video, part.segments.count > 1 || part.endsWithHold, let start, let end else {
            return false
        }
        // Without a duration it is seen until the next, wherever that is.
        if part.source.kind == .subtitle, end <= start { return false }
        return !part.segments.contains { $0.plays(from: start, to: end) }
    }
}
