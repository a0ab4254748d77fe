internal import FFmpeg
internal import MediaTime

/// Cuts subtitles at the in point and the out point, so that no container has to hide the rest of one: what begins before zero moves
/// all other tracks where there is no edit list, and readers differ where there is one.
final class CueStage: PacketStage {
    private let part: TrackPart
    /// Where the part begins and ends, in ticks of the output.
    private let start: Int64?
    private let end: Int64?
    /// How many ticks decoding times are apart at least.
    private let leastStep: Int64
    private var lastDecodingTime: Int64?
    /// Whether a cue without a duration is over where the next one begins: not where they build on each other.
    private let endsWithNext: Bool
    /// The latest of those that begin before the part.
    private var waiting: CopiedPacket?
    private let next: any PacketStage

    /// The cues of a part, behind one that was decoded last at the tick `last`. Times are those that ``RetimingStage`` gives; with `mayBeEqual`
    /// two may begin at the same tick.
    init(
        _ part: TrackPart,
        timeBase: TimeBase,
        after last: Int64?,
        mayBeEqual: Bool,
        next: any PacketStage
    ) throws(TimeOverflow) {
        func ticks(_ instant: RationalTime) throws(TimeOverflow) -> Int64 {
            try instant.ticks(ofUnit: timeBase.numerator, over: timeBase.denominator, rounding: .nearest)
        }
        (self.part, self.next, leastStep) = (part, next, mayBeEqual ? 0 : 1)
        lastDecodingTime = last
        endsWithNext = !["hdmv_pgs_subtitle", "dvb_subtitle"].contains(part.source.codec)
        start = try part.segments.first.map { segment throws(TimeOverflow) in try ticks(segment.target.start) }
        end =
            part.isOpenEnded
            ? nil : try part.segments.last.map { segment throws(TimeOverflow) in try ticks(segment.target.end) }
    }

    func take(_ packet: consuming CopiedPacket) throws {
        guard let stated = packet.packet.pts else { return try next.take(packet) }
        let duration = packet.packet.duration
        // Without a duration it is seen until the next.
        if endsWithNext, let start {
            if stated <= start { waiting = nil } else if let before = waiting.take() { try pass(before) }
            if duration <= 0, stated < start {
                waiting = consume packet
                return
            }
        }
        if duration > 0, let start, stated + duration <= start { return }
        // One that was over before may be rounded to where the part begins.
        if let begin = packet.start, let end = packet.end, let first = part.segments.first?.source.start, begin < end,
            end <= first
        {
            return
        }
        try pass(packet)
    }

    /// Gives a cue on that is seen in the part, cut at its ends.
    private func pass(_ packet: consuming CopiedPacket) throws {
        var packet = packet
        guard let stated = packet.packet.pts else { return try next.take(packet) }
        let duration = packet.packet.duration
        let shown = max(stated, start ?? stated)
        let shownUntil = min(stated + duration, end ?? .max)
        // Less than half a tick of it is left.
        if duration > 0, shownUntil <= shown { return }
        if duration > 0 { packet.packet.duration = shownUntil - shown }
        let decoding = max(packet.packet.dts ?? shown, start ?? .min, (lastDecodingTime ?? .min / 2) + leastStep)
        lastDecodingTime = decoding
        (packet.packet.pts, packet.packet.dts) = (max(shown, decoding), decoding)
        // What the part presents is counted by times of the source.
        if let stated = packet.start, let first = part.segments.first?.source.start {
            packet.start = max(stated, first)
        }
        if end != nil, !part.endsWithHold, let stated = packet.end, let last = part.segments.last?.source.end {
            packet.end = min(stated, last)
        }
        try next.take(packet)
    }

    func finish() throws {
        if let last = waiting.take() { try pass(last) }
        try next.finish()
    }
}
