internal import DequeModule
internal import FFmpeg
internal import MediaTime

/// Reads one track's packets from the file, with a demuxer of its own. So tracks advance independently, and each can seek
/// to where its segments begin.
struct TrackReader: ~Copyable, Sendable {
    let stream: StreamInfo
    let clock: SourceClock
    private let demuxer: Demuxer
    /// Packets that were taken from the file early and are still to be read.
    private var ahead = UniqueDeque<Packet>()
    /// Whether nothing has been read yet. Then reading from the start needs no seek.
    private var isFresh = true

    init(_ media: MediaDescription, track: MediaTrack) throws(FFmpegError) {
        self.init(
            stream: media.streams[track.index],
            clock: SourceClock(track: track, origin: media.origin),
            demuxer: try Demuxer(path: media.path, analysing: !media.storesDecodingTimes)
        )
    }

    private init(stream: StreamInfo, clock: SourceClock, demuxer: consuming Demuxer) {
        self.stream = stream
        self.clock = clock
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

    /// Goes to the last key frame at or before an instant (asset time).
    mutating func seek(to instant: RationalTime) throws {
        let isStart = clock.track.range.map { instant <= $0.start } ?? (instant <= .zero)
        defer { isFresh = false }
        if isFresh && isStart { return }
        ahead.removeAll()
        try demuxer.seek(stream: stream.index, to: clock.ticks(at: instant))
    }

    /// Reads the track's next packet; `false` at the end of the file.
    mutating func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        if let next = ahead.popFirst() {
            packet.take(next)
            return true
        }
        guard try readFromFile(into: packet) else { return false }
        if packet.dts == nil, stream.kind == .video {
            let first = try Packet()
            first.take(try packet.reference())
            try fillDecodingTimes(from: first)
            if let next = ahead.popFirst() { packet.take(next) }
        }
        return true
    }

    private func readFromFile(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        while try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index { return true }
            packet.reset()
        }
        return false
    }

    /// Matroska stores no decoding times. libavformat finds them only after a few packets, so the first packets have none.
    /// They get theirs by counting back from the first known one, a frame's duration at a time.
    private mutating func fillDecodingTimes(from first: consuming Packet) throws(FFmpegError) {
        ahead.append(first)
        var known: Int64?
        while known == nil, ahead.count < Self.longestDelay {
            let packet = try Packet()
            guard try readFromFile(into: packet) else { break }
            known = packet.dts
            ahead.append(packet)
        }
        guard let known, let step = clock.frameTicks else { return }
        let count = ahead.count - 1
        for index in 0..<count {
            let back = (step * Double(count - index)).rounded()
            ahead[index].dts = known - Int64(back)
        }
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
    /// when those of all other packets are subtracted. `nil` where it is not known, or where an edit list has cut the track.
    var lastPacket: (decodingTime: Int64, duration: Int64)? {
        guard let index, let duration = stream.duration else { return nil }
        let rest = index.first + duration - index.last
        return rest > 0 ? (index.last, rest) : nil
    }
}
