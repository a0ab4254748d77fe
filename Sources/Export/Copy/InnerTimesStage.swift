internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Moves the times that stand within subtitles as their own times are moved: those of SubStation Alpha's karaoke, of what moves and fades, and
/// those by which pictures disappear.
final class InnerTimesStage: PacketStage {
    /// What has such times, by libav's name of the codec.
    private enum Kind: String {
        case dialogue = "ass"
        case subpictures = "dvd_subtitle"
        case pages = "dvb_subtitle"
    }

    private let kind: Kind
    private let map: PartMap
    /// The first instant that the part plays (asset time).
    private let start: RationalTime?
    /// Behind the last one; `nil` where it goes on, or ends with a hold, which shows all of what is there.
    private let end: RationalTime?
    private let track: Int
    private let damage: DamageLog
    private let next: any PacketStage

    /// The subtitles of a part, with their times in the source; `nil` where nothing of that kind has such times.
    init?(_ part: TrackPart, damage: DamageLog, next: any PacketStage) {
        guard let kind = Kind(rawValue: part.source.codec) else { return nil }
        (self.kind, self.damage, self.next) = (kind, damage, next)
        map = PartMap(part.segments)
        start = part.segments.first?.source.start
        end = part.isOpenEnded || part.endsWithHold ? nil : part.segments.last?.source.end
        track = part.source.index
    }

    func take(_ packet: consuming CopiedPacket) throws {
        if let start = packet.start, let times = try times(from: start, to: packet.end) {
            let bytes = packet.packet.bytes
            let moved: [UInt8]
            switch kind {
            case .dialogue:
                moved = DialogueTimes.moved(bytes, by: times)
            case .subpictures:
                let (subpicture, isCut) = PictureTimes.movedSubpicture(bytes, by: times)
                moved = subpicture
                if isCut {
                    let message =
                        "a subtitle says in 16 bits how long it is shown, and disappears earlier than it ought to"
                    damage.add(Damage(trackIndex: track, time: start, message: message))
                }
            case .pages:
                moved = PictureTimes.movedPages(bytes, by: times)
            }
            if moved != bytes { try packet.packet.replacePayload(with: moved) }
        }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }

    /// How the instants of a subtitle move that is shown from `begin` to `end` (asset time); `nil` where the part shows nothing of it, as of
    /// one that is read because it might have lasted until the part begins.
    private func times(from begin: RationalTime, to end: RationalTime?) throws(TimeOverflow) -> InnerTimes? {
        // Without a length it is seen until the next.
        let stated = end.flatMap { $0 > begin ? $0 : nil }
        let first = max(begin, start ?? begin)
        let last = stated.map { stated in self.end.map { min($0, stated) } ?? stated }
        if let last, last <= first { return nil }
        let map = self.map
        let shown = try Self.microseconds(of: first, as: .start, map)
        let length = try stated.map { end throws(TimeOverflow) in
            try (end - begin).ticks(over: Self.microsecond, rounding: .nearest)
        }
        let newLength = try last.map { end throws(TimeOverflow) in
            try Self.microseconds(of: end, as: .end, map) &- shown
        }
        let limit = try self.end.map { end throws(TimeOverflow) in
            try Self.microseconds(of: end, as: .end, map) &- shown
        }
        // What cannot be counted is damage: it stays as it is.
        return InnerTimes(
            length: length,
            newLength: newLength,
            limit: limit,
            stretch: { (try? map.stretch(from: first, to: last ?? first + RationalTime(1, 1))) ?? 1 },
            place: { instant in
                let moved = try? Self.microseconds(of: begin + RationalTime(instant, Self.microsecond), as: .start, map)
                return moved.map { $0 &- shown } ?? instant
            }
        )
    }

    private static func microseconds(
        of instant: RationalTime,
        as bound: RangeBound,
        _ map: PartMap
    ) throws(TimeOverflow) -> Int64 {
        try map.ticks(of: instant, as: bound, unit: 1, over: microsecond)
    }

    private static let microsecond: Int32 = 1_000_000
}
