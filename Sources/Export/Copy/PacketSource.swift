internal import FFmpeg
internal import MediaTime

/// The first stage of a copy: reads the packets of one part of a track that its segments play, and those that these may
/// refer to.
struct PacketSource: ~Copyable {
    private let part: TrackPart
    private var reader: TrackReader
    private let damage: DamageLog

    /// The packets of a part.
    init(_ part: TrackPart, from reader: consuming TrackReader, damage: DamageLog) {
        self.part = part
        self.reader = reader
        self.damage = damage
    }

    /// Reads from the key frame at or before the part's first instant to its end.
    mutating func run(into next: any PacketStage) throws {
        guard let first = part.segments.first, let last = part.segments.last else { return }
        try reader.seek(to: first.source.start)
        let clock = reader.clock
        let outPoint = part.isOpenEnded ? nil : last.source.end
        while true {
            let packet = try Packet()
            guard try reader.read(into: packet) else { break }
            let start = clock.instant(packet.pts)
            let decoded = clock.instant(packet.dts) ?? start
            if let outPoint, let decoded, decoded >= outPoint { break }
            let end = try start.map { try $0 + clock.duration(packet.duration) }
            if isCutOut(from: start, to: end) { continue }
            if packet.isCorrupt {
                damage.add(Damage(trackIndex: part.source.index, time: decoded, message: "a damaged packet"))
            }
            try next.take(CopiedPacket(packet: packet, start: start, end: end, decoded: decoded))
        }
        try next.finish()
    }

    /// Whether a subtitle or a sensor reading lies where the edit takes something out. Frames are copied only where the
    /// edit takes nothing out.
    private func isCutOut(from start: RationalTime?, to end: RationalTime?) -> Bool {
        guard part.source.kind != .video, part.segments.count > 1, let start, let end else { return false }
        return !part.segments.contains { $0.source.start < max(end, start) && start < $0.source.end }
    }
}
