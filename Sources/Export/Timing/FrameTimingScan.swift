internal import FFmpeg
internal import MediaTime

/// Reads the timestamps of all packets of a track, and decides which frames a decimation keeps.
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
    /// How many frames were read that an edit list leaves out.
    private(set) var hidden: Int64 = 0

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
                if packet.isDiscarded { hidden += 1 }
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

/// Sorts frames from decoding order into presentation order.
///
/// No frame is overtaken by more than 16 others: that is the greatest size of the decoded picture buffer of H.264 and HEVC.
/// So only 17 frames are kept.
struct PresentationOrder {
    struct Frame {
        /// When it is presented (asset time).
        var timestamp: RationalTime
        var duration: RationalTime
        var isKept = true
    }

    private static let depth = 17
    private var frames: [Frame] = []

    /// Takes a frame. Returns the earliest frame when none that is still to come can be earlier.
    mutating func push(_ frame: Frame) -> Frame? {
        // Frames come nearly sorted, so the place is searched from the back.
        var index = frames.endIndex
        while index > 0, frames[index - 1].timestamp > frame.timestamp { index -= 1 }
        frames.insert(frame, at: index)
        return frames.count > Self.depth ? frames.removeFirst() : nil
    }

    mutating func pop() -> Frame? { frames.isEmpty ? nil : frames.removeFirst() }
}
