internal import FFmpeg
internal import MediaFormats
internal import MediaTime

/// Writes the texts of subtitles anew, in the kind that the container has.
final class CueTextStage: PacketStage {
    private let translator: TextTranslator
    private let codec: TextCodec
    private let track: Int
    private let damage: DamageLog
    private let next: any PacketStage
    /// `nil` where the container takes cues that overlap.
    private var cues: ConcurrentCues<Instant>?

    /// Where a cue begins or ends.
    private struct Instant: Comparable {
        /// In ticks of the output.
        let tick: Int64
        /// Asset time; `nil` where it is not known.
        let source: RationalTime?

        static func < (one: Self, other: Self) -> Bool { one.tick < other.tick }
        static func == (one: Self, other: Self) -> Bool { one.tick == other.tick }
    }

    init(
        _ translator: TextTranslator,
        to codec: TextCodec,
        track: Int,
        damage: DamageLog,
        next: any PacketStage
    ) {
        (self.translator, self.codec, self.track, self.damage, self.next) = (translator, codec, track, damage, next)
        cues = codec.takesOverlaps ? nil : ConcurrentCues()
    }

    func take(_ packet: consuming CopiedPacket) throws {
        let lines: [DialogueLine]
        do throws(FFmpegError) {
            lines = try translator.lines(of: packet.packet)
                .map { DialogueLine($0, styles: translator.styles) }
                .filter { !$0.isEmpty }
        } catch {
            guard error.isDamage else { throw error }
            let message = "a subtitle that cannot be read, left out: \(error.debugDescription)"
            return damage.add(Damage(trackIndex: track, time: packet.start, message: message))
        }
        guard !lines.isEmpty, let tick = packet.packet.pts else { return }
        let duration = packet.packet.duration
        let cue = ConcurrentCues<Instant>.Cue(
            start: Instant(tick: tick, source: packet.start),
            end: duration > 0 ? Instant(tick: tick + duration, source: packet.end) : nil,
            lines: lines
        )
        guard let over = cues?.add(cue) else { return try write(cue) }
        for cue in over { try write(cue) }
    }

    func finish() throws {
        for cue in cues?.finish() ?? [] { try write(cue) }
        try next.finish()
    }

    private func write(_ cue: ConcurrentCues<Instant>.Cue) throws {
        guard let line = DialogueLine.joined(cue.lines) else { return }
        let packet = try Packet()
        try packet.replacePayload(with: translator.payload(of: codec == .webVTT ? line.escapedForWebVTT : line.line))
        (packet.pts, packet.dts) = (cue.start.tick, cue.start.tick)
        packet.duration = cue.end.map { $0.tick - cue.start.tick } ?? 0
        packet.markAsKey()
        let (start, end) = (cue.start.source, cue.end?.source ?? cue.start.source)
        try next.take(CopiedPacket(packet: packet, start: start, end: end, decoded: start))
    }
}
