internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Looks at the packets of a part before they are copied: says which of them show a frame, and what is wrong with them as far as that is
/// seen without decoding.
struct PacketExaminer {
    private let track: MediaTrack
    private let damage: DamageLog
    /// How the packets are divided into units; `nil` for codecs that have none.
    private let units: NALUnits?
    /// Whether packets that are cut short cannot be written.
    private let isAV1: Bool
    /// Tells packets of which a decoder shows nothing; `nil` for codecs of which every packet shows something.
    private var shownFrames: ShownFrames?
    /// In which order frames are presented by the stream; `nil` where that is not compared with their times: MP4 and MOV store when
    /// frames are decoded, too, and packets of theirs are not read.
    private var order: FrameOrder?
    /// The frame that is presented latest since the last key frame.
    private var latestInOrder: (number: Int, start: RationalTime)?
    /// What is said in front of packets of AAC: of the first, and whether another one differs.
    private let isAAC: Bool
    /// Whether packets of AAC need such a header, because nothing else says how they are decoded.
    private let needsHeaders: Bool
    private var header: ADTSHeader?
    private var changesHeaders = false
    /// When the last packet was decoded, and the latest one presented.
    private var lastDecoded: RationalTime?
    private var latest: RationalTime?

    /// When the last packet of audio ends, and for how long packets overlap in all, in seconds.
    private var lastEnd: RationalTime?
    private var overlap = 0.0
    private var hasNotedOverlap = false

    private static let outOfOrder =
        "a frame that is not presented later than the one before it: players show it late, or not at all"
    private static let backwards = "timestamps go back: what follows is presented at other times than they say"

    /// Examines the packets of a track whose stream is described so, and notes what is wrong with them.
    init(_ track: MediaTrack, _ parameters: CodecParameters, damage: DamageLog) throws(FFmpegError) {
        self.track = track
        order = track.kind == .video && !track.statesDurations ? try FrameOrder(parameters) : nil
        self.damage = damage
        units = NALUnits(parameters)
        isAAC = parameters.codecName == "aac"
        needsHeaders = isAAC && parameters.extradata.isEmpty
        isAV1 = parameters.codecName == "av1"
        shownFrames = ShownFrames(codec: parameters.codecName, configuration: parameters.extradata)
    }

    /// What a decoder makes of the next packet; `nil` where it is not copied.
    mutating func visibility(of packet: borrowing Packet, decodedAt decoded: RationalTime?) -> ShownFrames.Visibility? {
        guard decoded != nil || !track.kind.isTimed else {
            note("a packet without a timestamp, left out", at: lastDecoded)
            return nil
        }
        if isAV1, !packet.withUnitHeads({ AV1Stream.fit($0) }) {
            note("a packet whose units do not fit into it, left out", at: decoded)
            return nil
        }
        // The muxer takes the header off, and gives up where there is none.
        if needsHeaders, !packet.withPayload({ ADTSHeader.isWhole($0) }) {
            note("a packet of AAC without its header, left out", at: decoded)
            return nil
        }
        let instant = packet.pts
        let visibility = packet.withUnitHeads { shownFrames?.visibility(of: $0, presentedAt: instant) ?? .shown }
        // Behind another part a decoder would take that one's frames for what they refer to.
        if visibility == .leading { return nil }
        if let fault = fault(of: packet, visibility) { note(fault, at: decoded) }
        noteHeader(of: packet, at: decoded)
        return visibility
    }

    /// Notes that a packet cannot be read.
    func noteUnread(_ error: FFmpegError) { note(error.logLine ?? error.reason, at: lastDecoded) }

    /// Notes where the times of the packets that are copied go back.
    mutating func noteTimes(
        of packet: borrowing Packet,
        presentedAt start: RationalTime?,
        until end: RationalTime?,
        decodedAt decoded: RationalTime?
    ) {
        if track.kind == .audio { noteOverlap(from: start, to: end) }
        let isEarlier = track.kind.isTimed && Self.isEarlier(decoded, than: lastDecoded)
        // A decoder has shown what is stored before a key frame when it comes to it.
        let isLate = track.kind == .video && packet.isKey && Self.isEarlier(start, than: latest)
        let isBackwards = isEarlier || isLate
        if isBackwards { note(Self.backwards, at: isEarlier ? lastDecoded : latest) }
        if contradictsOrder(packet, presentedAt: start), !isBackwards { note(Self.outOfOrder, at: start) }
        lastDecoded = decoded ?? lastDecoded
        // It is said once of what follows.
        latest = isLate ? start : [start, latest].compactMap(\.self).max()
    }

    /// Notes once that packets of audio begin long before those end that come before them, as where a header states a wrong clock.
    private mutating func noteOverlap(from start: RationalTime?, to end: RationalTime?) {
        guard let start, let end else { return }
        if let lastEnd, lastEnd > start {
            let common = lastEnd.seconds - start.seconds
            // Clocks are rounded, and where time goes back that is noted.
            if common > (end.seconds - start.seconds) / 2, common < Self.longOverlap { overlap += common }
        }
        lastEnd = end
        guard overlap > Self.longOverlap, !hasNotedOverlap else { return }
        hasNotedOverlap = true
        note("packets of audio overlap: more than a second of what they hold is presented at the same time", at: start)
    }

    /// In seconds. Less that overlaps is not heard, or as a click.
    private static let longOverlap = 1.0

    /// Whether a frame is presented before one of the same group that the stream presents before it.
    private mutating func contradictsOrder(_ packet: borrowing Packet, presentedAt start: RationalTime?) -> Bool {
        guard let number = order?.number(of: packet), let start else { return false }
        guard !packet.isKey, let other = latestInOrder else {
            latestInOrder = (number, start)
            return false
        }
        // What follows is compared with a frame that went back: it is told once.
        if start >= other.start || number > other.number { latestInOrder = (number, start) }
        return start < other.start && number > other.number
    }

    private static func isEarlier(_ time: RationalTime?, than other: RationalTime?) -> Bool {
        guard let time, let other else { return false }
        return time < other
    }

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
            note("its coding changes: what follows is not decoded, or not as it should be", at: time)
        }
        header = header ?? next
    }

    private func note(_ message: String, at time: RationalTime?) {
        damage.add(Damage(trackIndex: track.index, time: time, message: message))
    }
}
