internal import FFmpeg
internal import MediaTime

/// Reads one track's packets from the file, with a demuxer of its own: tracks advance independently, and each can go
/// to where its segments begin.
struct TrackReader: ~Copyable, Sendable {
    let stream: StreamInfo
    let clock: SourceClock
    private let demuxer: Demuxer
    /// A packet that has been looked at and not read yet.
    private var peeked: Packet?
    /// Whether nothing has been read yet, so that reading from the start needs no seek.
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

    /// Looks at the track's first packet, which is read all the same afterwards; an empty one where there is none.
    mutating func peek() throws(FFmpegError) -> Packet {
        let packet = try Packet()
        guard try read(into: packet) else { return packet }
        let copy = try packet.reference()
        peeked = consume packet
        return copy
    }

    /// Goes to the last key frame at or before an instant (asset time).
    mutating func seek(to instant: RationalTime) throws {
        let isStart = clock.track.range.map { instant <= $0.start } ?? (instant <= .zero)
        defer { isFresh = false }
        if isFresh && isStart { return }
        peeked = nil
        try demuxer.seek(stream: stream.index, to: clock.ticks(at: instant))
    }

    /// Reads the track's next packet; `false` at the end of the file.
    mutating func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        if let first = peeked.take() {
            packet.take(first)
            return true
        }
        while try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index { return true }
            packet.reset()
        }
        return false
    }

    /// The decoding times in the container's own index, where it has one.
    var indexedDecodingTimes: [Int64] { demuxer.indexedDecodingTimes(ofStream: stream.index) }
}
