internal import FFmpeg
internal import MediaTime

/// Reads one track's packets from the file, with a demuxer of its own: tracks advance independently, and each can go
/// to where its segments begin.
struct TrackReader: ~Copyable, Sendable {
    let stream: StreamInfo
    let clock: SourceClock
    private let demuxer: Demuxer
    /// Whether nothing has been read yet, so that reading from the start needs no seek.
    private var isFresh = true

    init(path: String, track: MediaTrack, origin: RationalTime) throws(FFmpegError) {
        let demuxer = try Demuxer(path: path)
        guard demuxer.streams.indices.contains(track.index) else {
            throw FFmpegError("find stream \(track.index) in", path, code: -22)
        }
        stream = demuxer.streams[track.index]
        clock = SourceClock(track: track, origin: origin)
        demuxer.select { $0 == track.index }
        self.demuxer = demuxer
    }

    /// Goes to the last key frame at or before an instant (asset time).
    mutating func seek(to instant: RationalTime) throws {
        let isStart = clock.track.range.map { instant <= $0.start } ?? (instant <= .zero)
        defer { isFresh = false }
        if isFresh && isStart { return }
        try demuxer.seek(stream: stream.index, to: clock.ticks(at: instant))
    }

    /// Reads the track's next packet; `false` at the end of the file.
    func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        while try demuxer.read(into: packet) {
            if packet.streamIndex == stream.index { return true }
            packet.reset()
        }
        return false
    }

    /// The decoding times in the container's own index, where it has one.
    var indexedDecodingTimes: [Int64] { demuxer.indexedDecodingTimes(ofStream: stream.index) }
}
