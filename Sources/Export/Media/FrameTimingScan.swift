internal import FFmpeg
internal import MediaTime

/// Reads every packet of a track for its timestamps, and tells which frames a decimation keeps.
struct FrameTimingScan: ~Copyable {
    private let demuxer: Demuxer
    private let track: MediaTrack
    private let clock: SourceClock
    private var waiting = PresentationOrder()
    private var decimation: FrameDecimation?
    /// The frame that was decoded last of those that are kept.
    private(set) var lastKept: RationalTime?
    /// Whether the frames that are kept are decoded in the order in which they are shown.
    private(set) var keepsOrder = true

    init(path: String, track: MediaTrack, origin: RationalTime, decimation: FrameDecimation? = nil) throws(FFmpegError)
    {
        self.decimation = decimation
        demuxer = try Demuxer(path: path)
        self.track = track
        demuxer.select { $0 == track.index }
        clock = SourceClock(track: track, origin: origin)
    }

    /// Visits every presented frame in presentation order.
    mutating func run(_ visit: (PresentationOrder.Frame) throws -> Void) throws {
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index {
                let isKept = decimation?.keeps(packet) ?? true
                if !packet.isDiscarded, let instant = clock.instant(packet.pts) {
                    if isKept { note(instant) }
                    let frame = PresentationOrder.Frame(
                        timestamp: instant,
                        duration: clock.duration(packet.duration),
                        isKept: isKept
                    )
                    if let ready = waiting.push(frame) { try visit(ready) }
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

/// Puts frames that come in decoding order into presentation order, with as little memory as the codecs' own limit of
/// 16 frames (H.264, HEVC: the size of the decoded picture buffer) allows.
struct PresentationOrder {
    struct Frame {
        /// Asset time.
        var timestamp: RationalTime
        var duration: RationalTime
        var isKept = true
    }

    private static let depth = 17
    private var frames: [Frame] = []

    /// Takes a frame; returns the earliest one where that can no longer be overtaken.
    mutating func push(_ frame: Frame) -> Frame? {
        // Nearly sorted already: the place is found from the back.
        var index = frames.endIndex
        while index > 0, frames[index - 1].timestamp > frame.timestamp { index -= 1 }
        frames.insert(frame, at: index)
        return frames.count > Self.depth ? frames.removeFirst() : nil
    }

    mutating func pop() -> Frame? { frames.isEmpty ? nil : frames.removeFirst() }
}
