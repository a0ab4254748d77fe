internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// Makes texts of MP4 such as other containers have: each lasts as long as it says, and there is none without a character.
///
/// In MP4 a text lasts until the next sample, and where nothing is shown, that is one without a character. The muxer adds those that are
/// needed, and they may begin with what follows them: mapped, each would move that by a tick. Of texts in fragments libavformat does not say
/// how long they last.
final class TimedTextStage: PacketStage {
    private let clock: SourceClock
    /// When the part is over (asset time).
    private let end: RationalTime?
    private let next: any PacketStage
    /// The last text: how long it lasts may be known by what comes next.
    private var held: CopiedPacket?

    /// The stage of a part; `nil` where its codec has other texts.
    init?(_ part: TrackPart, _ clock: SourceClock, next: any PacketStage) {
        guard part.source.codec == TextCodec.timedText.rawValue else { return nil }
        // A hold shows it still.
        end = part.segments.last.map { last in
            part.endsWithHold ? (try? last.source.end + part.source.tick) ?? last.source.end : last.source.end
        }
        (self.clock, self.next) = (clock, next)
    }

    func take(_ packet: consuming CopiedPacket) throws {
        try handOn(until: packet.start, packet.packet.pts)
        if packet.packet.withPayload({ Self.isBlank($0) }) { return }
        held = consume packet
    }

    func finish() throws {
        try handOn(until: end, end.map { end throws(TimeOverflow) in try clock.ticks(at: end) })
        try next.finish()
    }

    private func handOn(until end: RationalTime?, _ tick: Int64?) throws {
        guard var text = held.take() else { return }
        if text.packet.duration <= 0, let tick, let start = text.packet.pts, tick > start {
            text.packet.duration = tick - start
            text.end = end
        }
        try next.take(text)
    }

    /// Whether a text, which begins with its length in 16 bits, has no character (3GPP TS 26.245, 5.17).
    private static func isBlank(_ payload: Span<UInt8>) -> Bool {
        payload.count < 2 || payload[0] == 0 && payload[1] == 0
    }
}
