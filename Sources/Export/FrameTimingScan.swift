internal import FFmpeg
internal import MediaTime

/// Reads every packet of a track for its timestamps, and tells which pictures a thinning keeps.
struct FrameTimingScan: ~Copyable {
    private let demuxer: Demuxer
    private let track: MediaTrack
    private let clock: SourceClock
    private var waiting = PresentationOrder()
    private var thinning: PictureThinning?
    /// The picture that was decoded last of those that are kept.
    private(set) var lastKept: RationalTime?
    /// Whether the pictures that are kept are decoded in the order in which they are shown.
    private(set) var keepsOrder = true

    init(path: String, track: MediaTrack, origin: RationalTime, thinning: PictureThinning? = nil) throws(FFmpegError) {
        self.thinning = thinning
        demuxer = try Demuxer(path: path)
        self.track = track
        demuxer.select { $0 == track.index }
        clock = SourceClock(track: track, origin: origin)
    }

    /// Visits every presented picture in presentation order.
    mutating func run(_ visit: (PresentationOrder.Picture) throws -> Void) throws {
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index {
                let isKept = thinning?.keeps(packet) ?? true
                if !packet.isDiscarded, let instant = clock.instant(packet.pts) {
                    if isKept { note(instant) }
                    let picture = PresentationOrder.Picture(
                        timestamp: instant,
                        duration: clock.duration(packet.duration),
                        isKept: isKept
                    )
                    if let ready = waiting.push(picture) { try visit(ready) }
                }
            }
            packet.reset()
        }
        while let ready = waiting.pop() { try visit(ready) }
    }

    private mutating func note(_ instant: RationalTime) {
        if let lastKept, instant <= lastKept { keepsOrder = false }
        lastKept = instant
    }
}

/// Puts pictures that come in decoding order into presentation order, with as little memory as the codecs' own limit of
/// 16 pictures (H.264, HEVC: the size of the decoded picture buffer) allows.
struct PresentationOrder {
    struct Picture {
        /// Asset time.
        var timestamp: RationalTime
        var duration: RationalTime
        var isKept = true
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
