internal import FFmpeg
internal import MediaTime

/// Reads every packet of a track, and nothing but its timestamps.
struct FrameTimingScan: ~Copyable {
    private let demuxer: Demuxer
    private let track: MediaTrack
    private let clock: SourceClock
    private var waiting = PresentationOrder()

    init(path: String, track: MediaTrack, origin: RationalTime) throws(FFmpegError) {
        demuxer = try Demuxer(path: path)
        self.track = track
        demuxer.select { $0 == track.index }
        clock = SourceClock(track: track, origin: origin)
    }

    /// Visits every presented picture in presentation order with its timestamp and duration (asset time).
    mutating func run(_ visit: (RationalTime, RationalTime) throws -> Void) throws {
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index, !packet.isDiscarded, let instant = clock.instant(packet.pts) {
                let picture = PresentationOrder.Picture(
                    timestamp: instant,
                    duration: clock.duration(packet.duration)
                )
                if let ready = waiting.push(picture) { try visit(ready.timestamp, ready.duration) }
            }
            packet.reset()
        }
        while let ready = waiting.pop() { try visit(ready.timestamp, ready.duration) }
    }
}

/// Puts pictures that come in decoding order into presentation order, with as little memory as the codecs' own limit of
/// 16 pictures (H.264, HEVC: the size of the decoded picture buffer) allows.
struct PresentationOrder {
    struct Picture {
        var timestamp: RationalTime
        var duration: RationalTime
    }

    private static let depth = 17
    private var pictures: [Picture] = []

    /// Takes a picture; returns the earliest one where that can no longer be overtaken.
    mutating func push(_ picture: Picture) -> Picture? {
        // Nearly sorted already: the place is found from the back.
        var index = pictures.endIndex
        while index > 0, pictures[index - 1].timestamp > picture.timestamp { index -= 1 }
        pictures.insert(picture, at: index)
        return pictures.count > Self.depth ? pictures.removeFirst() : nil
    }

    mutating func pop() -> Picture? { pictures.isEmpty ? nil : pictures.removeFirst() }
}
