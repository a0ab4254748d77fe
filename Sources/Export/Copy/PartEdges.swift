internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Says when packets at the edges of a part are presented: the in point and the out point may lie within frames.
struct PartEdges {
    private let isVideo: Bool
    private let inPoint: RationalTime
    private let lastInstant: RationalTime
    /// Where what follows is not played; `nil` where the part goes on for as long as the track does.
    private let outPoint: RationalTime?
    private let part: TrackPart
    /// Whether frames that are presented before the in point are left out, because no other refers to them.
    private let leavesOutEarlier: Bool
    /// Whether the last frame ends at the out point because nothing hides the rest of it.
    private let cutsLast: Bool
    /// Whether nothing can hide what is presented before the first packet.
    private let showsEarlier: Bool
    /// Whether a reading that begins before the in point is one of that instant: what comes earlier is another part's.
    private let movesEarlierReadings: Bool
    private let clock: SourceClock
    /// The frame that is on screen at the in point, and begins before it (asset time).
    private let shownAtStart: RationalTime?
    private var isFirst = true
    /// When the first packet is presented, once it is known.
    private var firstStart: RationalTime?

    /// The edges of a part, which has segments. `hidesLeadIn`, `leavesOutEarlier`, `isLater`, `isFollowed` and `decimation` are those of
    /// ``PacketSource``.
    init(
        _ part: TrackPart,
        in reader: inout TrackReader,
        hidesLeadIn: Bool,
        leavesOutEarlier: Bool,
        isLater: Bool,
        isFollowed: Bool,
        decimation: DecimatedFrames?
    ) throws {
        self.part = part
        isVideo = part.source.kind == .video
        inPoint = part.segments.first?.source.start ?? .zero
        lastInstant = part.segments.last?.source.end ?? .zero
        outPoint = part.isOpenEnded ? nil : lastInstant
        self.leavesOutEarlier = leavesOutEarlier
        movesEarlierReadings = isLater && part.source.kind == .data
        clock = reader.clock
        cutsLast = (!hidesLeadIn || isFollowed) && isVideo && part.placeRate == nil
        let isWithin = part.source.range.map { [inPoint] in inPoint > $0.start } ?? false
        showsEarlier = !hidesLeadIn && isVideo
        if leavesOutEarlier || hidesLeadIn && isWithin, isVideo {
            let parameters = reader.stream.parameters
            let kept = decimation.map {
                FrameDecimation(every: $0.every, of: parameters, standAlone: $0.standAlone)
            }
            shownAtStart = try reader.neighbours(of: inPoint, decimation: kept).before
        } else {
            shownAtStart = nil
        }
    }

    /// Whether everything that is decoded from an instant on comes behind the part.
    func isBehind(_ decoded: RationalTime?) -> Bool {
        decoded.map(part.isOver(before:)) ?? false
    }

    /// A packet with the times at which it is presented; `nil` where it is left out.
    mutating func place(_ packet: consuming CopiedPacket, _ visibility: ShownFrames.Visibility) -> CopiedPacket? {
        // Decoding begins with the first packet. Had another one before the in point been good for that, the reader had
        // chosen it: marked as a key frame, it would lead a player to begin there.
        if !isFirst, isVideo, let start = packet.start, start <= inPoint { packet.packet.unmarkAsKey() }
        isFirst = false
        if let shownAtStart, packet.start == shownAtStart {
            packet.present(from: max(shownAtStart, inPoint))
            // Where nothing comes after it, it is on screen until the out point.
            if let over = packet.end, over <= inPoint { packet.end = lastInstant }
        }
        if leavesOutEarlier, let start = packet.start, start < inPoint { return nil }
        if movesEarlierReadings, let start = packet.start, start < inPoint {
            packet.present(from: inPoint)
            packet.endsAsStated = false
            // It is decoded then, too: MP4 states nothing else of readings.
            if let ticks = try? clock.ticks(at: inPoint) { (packet.packet.pts, packet.packet.dts) = (ticks, ticks) }
        }
        if showsEarlier, let firstStart, let start = packet.start, start < firstStart {
            if visibility == .hidden {
                // No decoder shows it, but others may count it among those they refer to. The track does not begin with it.
                packet.present(from: firstStart)
            } else if start < inPoint {
                // Frames that lead to the key frame are of no use.
                return nil
            }
        }
        firstStart = firstStart ?? packet.start
        if cutsLast, let outPoint, let start = packet.start, start < outPoint, let end = packet.end, end > outPoint {
            (packet.end, packet.endsAsStated) = (outPoint, false)
        }
        return packet
    }
}

extension CopiedPacket {
    /// Has it presented from another instant than its timestamp says.
    fileprivate mutating func present(from instant: RationalTime) {
        (start, startsAsStated) = (instant, false)
    }
}
