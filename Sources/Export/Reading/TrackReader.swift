internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Reads one track's packets from the file, with a demuxer of its own. So tracks advance independently, and each can seek
/// to where its segments begin.
struct TrackReader: ~Copyable, Sendable {
    let stream: StreamInfo
    let clock: SourceClock
    private var demuxer: Demuxer
    /// Whether the demuxer analyses the first packets when it opens the file.
    private let isAnalysing: Bool
    /// That the file's clock begins anew.
    private let restarts: ClockRestarts?
    /// Of which the clip consists.
    private let images: NumberedImages?
    /// Whether a packet has the same times wherever reading begins. Where some have none, theirs come from those before them.
    private let isSeekable: Bool
    /// Packets that were taken from the file early and are still to be read.
    private var ahead = UniqueDeque<Packet>()
    /// The packet that a seek found. It is the next one in the file.
    private var landed: Packet?
    /// Whether nothing has been read yet. Then reading from the start needs no seek.
    private var isFresh = true
    /// How long the packet of audio lasts that was read last, in ticks.
    private var lastDuration: Int64 = 0
    /// Whether the file's next packet is the first one after a seek, or at all.
    private var isAtLanding = true

    /// A reader of a track.
    init(_ media: MediaDescription, track: MediaTrack) throws(FFmpegError) {
        self.init(
            stream: media.streams[track.index],
            clock: SourceClock(track: track, origin: media.origin),
            demuxer: try media.demuxer(analysing: !media.storesDecodingTimes),
            isAnalysing: !media.storesDecodingTimes,
            restarts: media.restarts,
            images: media.images,
            isSeekable: media.isSeekable
        )
    }

    private init(
        stream: StreamInfo,
        clock: SourceClock,
        demuxer: consuming Demuxer,
        isAnalysing: Bool,
        restarts: ClockRestarts?,
        images: NumberedImages?,
        isSeekable: Bool
    ) {
        (self.restarts, self.images) = (restarts, images)
        self.isSeekable = isSeekable
        self.stream = stream
        self.clock = clock
        self.isAnalysing = isAnalysing
        demuxer.select { $0 == stream.index }
        self.demuxer = demuxer
    }

    /// The track's next packet, which is read again afterwards; an empty packet at the end.
    mutating func peek() throws(FFmpegError) -> Packet {
        let packet = try Packet()
        guard try read(into: packet) else { return packet }
        let copy = try packet.reference()
        ahead.prepend(packet)
        return copy
    }

    /// Goes to the last packet that is presented at or before an instant (asset time) and at which decoding can begin. Where
    /// there is none, it goes to the beginning of the file.
    ///
    /// A container without an index (MPEG-TS) seeks to any packet, and an index is by decoding times. So what was found is
    /// looked at: where decoding cannot begin there, or what is presented at the instant would not be whole, the reader goes
    /// back further, twice as far each time. At the beginning of a file, too, what cannot be decoded is passed over.
    ///
    /// - Returns: The timestamp from which on what is presented is whole, in ticks of the track; `nil` where that is not known, because
    ///   decoding begins with the first packet.
    /// - Complexity: One packet is looked at where the container's index is right; else O(distance) packets are read twice.
    @discardableResult
    mutating func seek(to instant: RationalTime) throws -> Int64? {
        let isStart = clock.track.range.map { instant <= $0.start } ?? (instant <= .zero)
        defer { isFresh = false }
        if isFresh, isStart, try beginsDecodable() {
            // The bitstream says so, and the container may not.
            if stream.kind == .video, !ahead.isEmpty { ahead[0].markAsKey() }
            return nil
        }
        if isStart, stream.kind != .video {
            // Nothing is presented before, and what an edit list hides there is read, too.
            _ = try land(.beginning)
            return nil
        }
        let target = try clock.ticks(at: instant)
        var landing = Landing.tick(target)
        // A second, or a tick where that is longer.
        var distance = max(1, Int64(clock.track.timescale) / Int64(max(1, clock.track.tickNumerator)))
        while true {
            switch try land(landing) ? entry(behind: landing, upTo: target) : .none {
            case .next(let wholeFrom):
                return wholeFrom
            case .later(let position, let wholeFrom):
                if try land(landing), try skip(to: position) { return wholeFrom }
                // A seek that ends elsewhere the second time does not lead to the packet: the beginning does.
                _ = try land(.beginning)
                return nil
            case .none:
                guard case .tick(let tick) = landing else {
                    _ = try land(.beginning)
                    return nil
                }
                let earlier = tick.subtractingReportingOverflow(distance)
                let isBeforeFile = earlier.overflow || earlier.partialValue <= stream.startTime ?? 0
                landing = isBeforeFile ? .beginning : .tick(earlier.partialValue)
                distance = distance.multipliedReportingOverflow(by: 2).partialValue
            }
        }
    }

    /// Whether libavformat computes when frames are decoded from when they are presented, of a codec that can reorder them.
    var computesDecodingTimes: Bool { demuxer.lacksDecodingTimes && stream.parameters.canReorder }

    /// From now on payloads are not read where they can be copied from file to file.
    mutating func leavePayloads() throws(FFmpegError) {
        try demuxer.leavePayloads(of: stream, copying: true)
    }

    /// Reads the track's next packet; `false` at the end of the file.
    mutating func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard try readNext(into: packet) else { return false }
        guard stream.kind == .audio else { return true }
        if packet.duration <= 0 { try fillDuration(of: packet) }
        lastDuration = packet.duration
        return true
    }

    private mutating func readNext(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        if let next = ahead.popFirst() {
            packet.take(next)
            return true
        }
        guard try readFromFile(into: packet) else { return false }
        let mayBeWrong = isAtLanding && demuxer.lacksDecodingTimes && stream.parameters.reorderDepth > 0
        isAtLanding = false
        if stream.kind == .video, packet.dts == nil || mayBeWrong {
            let first = try Packet()
            first.take(try packet.reference())
            try fillDecodingTimes(from: first)
            if let next = ahead.popFirst() { packet.take(next) }
        }
        return true
    }

    private mutating func readFromFile(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        if let found = landed.take() {
            packet.take(found)
            return true
        }
        while try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index { return true }
            packet.reset()
        }
        return false
    }

    /// Matroska stores no decoding times. libavformat finds them only after a few packets: the first have none, or, behind a
    /// seek, have later ones than packets after them. These get theirs by counting back from the first right one, a frame's
    /// duration at a time.
    private mutating func fillDecodingTimes(from first: consuming Packet) throws(FFmpegError) {
        ahead.append(first)
        let least = min(2 * stream.parameters.reorderDepth + 2, Self.longestDelay)
        while ahead.count < least || ahead[ahead.count - 1].dts == nil && ahead.count < Self.longestDelay {
            let packet = try Packet()
            guard try readFromFile(into: packet) else { break }
            ahead.append(packet)
        }
        guard let wrong = lastWithoutTime, let known = ahead[wrong + 1].dts, let step = clock.frameTicks else { return }
        for index in 0...wrong where ahead[index].pts != nil {
            guard let back = Int64(exactly: (step * Double(wrong + 1 - index)).rounded()) else { continue }
            ahead[index].dts = known &- back
        }
    }

    /// libavformat gives no durations of audio in the fragments of a movie, and none of the last packet behind an edit list that
    /// begins late. A packet lasts until the next one begins, and the last one as long as the one before it.
    private mutating func fillDuration(of packet: borrowing Packet) throws(FFmpegError) {
        if ahead.isEmpty {
            let next = try Packet()
            if try readFromFile(into: next) { ahead.append(next) }
        }
        packet.duration = lastDuration
        guard !ahead.isEmpty, let start = packet.pts, let next = ahead[0].pts, next > start else { return }
        packet.duration = next - start
    }

    /// The last of the packets ahead, but for the very last, whose decoding time is not known or cannot be.
    private var lastWithoutTime: Int? {
        var index = ahead.count - 2
        while index >= 0 {
            guard let time = ahead[index].dts else { return index }
            if time > ahead[index].pts ?? time || time > ahead[index + 1].dts ?? time { return index }
            index -= 1
        }
        return nil
    }

    /// No codec holds back more frames than this.
    private static let longestDelay = 32

    /// The decoding times in the container's index; `nil` where it does not list every packet.
    var index: IndexSummary? {
        guard let summary = demuxer.indexSummary(ofStream: stream.index), summary.count == stream.frameCount else {
            return nil
        }
        return summary
    }

    /// The packet that is decoded last: when, and how long it lasts, in ticks. Its duration is what is left of the track's
    /// when those of all other packets are subtracted. `nil` where it is not known, or where an edit list has cut the track; and of
    /// audio, of which one hides the priming: its demuxer knows.
    var lastPacket: (decodingTime: Int64, duration: Int64)? {
        guard stream.kind != .audio, let index, let duration = stream.duration else { return nil }
        let rest = index.first + duration - index.last
        return rest > 0 ? (index.last, rest) : nil
    }
}

/// How a seek ends where decoding can begin.
extension TrackReader {
    /// Where the demuxer is told to go.
    private enum Landing: Hashable {
        /// To a timestamp, in ticks of the track.
        case tick(Int64)
        /// To the file's first packet.
        case beginning
    }

    /// Which packet decoding can begin at, and from which timestamp on what is presented is whole then.
    private enum Entry {
        /// The one that is read next.
        case next(wholeFrom: Int64)
        /// One further on.
        case later(Position, wholeFrom: Int64)
        /// None of those that follow.
        case none
    }

    /// What tells a packet from the others of its track.
    private struct Position: Hashable {
        let presentation: Int64?
        let decoding: Int64?
        let filePosition: Int64?

        init(_ packet: borrowing Packet) {
            (presentation, decoding, filePosition) = (packet.pts, packet.dts, packet.filePosition)
        }
    }

    /// Whether decoding can begin with the packet that is read next, and what is presented from it on is whole.
    private mutating func beginsDecodable() throws(FFmpegError) -> Bool {
        guard stream.kind == .video else { return true }
        let packet = try peek()
        var search = EntrySearch<Void>(stream.parameters, trustsMarks: false)
        return packet.size == 0 || search.add(packet, at: ()) != nil
    }

    /// Goes there; `false` where the container cannot.
    private mutating func land(_ landing: Landing) throws(FFmpegError) -> Bool {
        ahead.removeAll()
        landed = nil
        isAtLanding = true
        switch landing {
        case .tick(let tick):
            guard isSeekable else { return false }
            do {
                try demuxer.seek(stream: stream.index, to: tick)
            } catch {
                // An index without key frames. The file can still be read from its beginning.
                return false
            }
        case .beginning:
            demuxer = try Demuxer(
                path: demuxer.path,
                analysing: isAnalysing,
                restarts: restarts,
                images: images
            )
            let index = stream.index
            demuxer.select { $0 == index }
        }
        return true
    }

    /// Looks for the last packet behind a landing that is presented at or before a timestamp and at which decoding can begin. The right
    /// index of a container leads to it at once, where the landing is that timestamp.
    private mutating func entry(behind landing: Landing, upTo target: Int64) throws(FFmpegError) -> Entry {
        var search = EntrySearch<Position>(stream.parameters, trustsMarks: demuxer.hasIndex)
        var found: (place: Position, wholeFrom: Int64)?
        var isNext = true
        // Those of what comes before are other than they are when the file is read from its beginning.
        var hasRightTimes = landing == .beginning || stream.kind != .video || !demuxer.beginsWithinFrames
        while true {
            let packet = try Packet()
            guard try readFromFile(into: packet) else { break }
            hasRightTimes = hasRightTimes || !isNext && packet.filePosition != nil
            if hasRightTimes, let time = packet.dts ?? packet.pts, time > target { break }
            if hasRightTimes, let place = place(of: packet, upTo: target, &search) {
                if landing == .tick(target), isNext, demuxer.wasLedByIndex {
                    landed = consume packet
                    return .next(wholeFrom: place.wholeFrom)
                }
                found = place
            }
            isNext = false
        }
        return found.map { .later($0.place, wholeFrom: $0.wholeFrom) } ?? .none
    }

    /// Where decoding can begin so that what is presented from a timestamp on is whole, as far as a packet shows it. Audio
    /// and all else can be decoded from any packet.
    private func place(
        of packet: borrowing Packet,
        upTo target: Int64,
        _ search: inout EntrySearch<Position>
    ) -> (place: Position, wholeFrom: Int64)? {
        guard stream.kind == .video else {
            return (packet.pts ?? packet.dts).flatMap { $0 <= target ? (Position(packet), $0) : nil }
        }
        return search.add(packet, at: Position(packet)).flatMap {
            $0.wholeFrom <= target ? ($0.place, $0.wholeFrom) : nil
        }
    }

    /// Reads up to a packet, which is read next; `false` where it does not come.
    private mutating func skip(to position: Position) throws(FFmpegError) -> Bool {
        while true {
            let packet = try Packet()
            guard try readFromFile(into: packet) else { return false }
            if Position(packet) == position {
                if stream.kind == .video { packet.markAsKey() }
                landed = consume packet
                return true
            }
        }
    }
}
