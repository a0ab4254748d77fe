internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Reads the timestamps of all packets of a track, decides which frames a decimation keeps, and tells which can be left out.
struct FrameTimingScan: ~Copyable {
    private let demuxer: Demuxer
    private let track: MediaTrack
    private let clock: SourceClock
    private var waiting = PresentationOrder()
    /// The frame that is presented last so far.
    private var latest: PresentationOrder.Frame?
    private var decimation: FrameDecimation?
    /// `nil` where it does not matter which frames can be left out.
    private var leavable: LeavableFrames?
    /// The frame that was decoded last of those that are kept.
    private(set) var lastKept: RationalTime?
    /// Whether the frames that are kept are decoded in the order in which they are shown.
    private(set) var keepsOrder = true
    /// How many frames were read that an edit list leaves out, or that cannot be decoded because the file begins after what
    /// they refer to.
    private(set) var hidden: Int64 = 0
    /// How many frames an edit list leaves out of which libavformat gives no packet: nobody needs them.
    let unlisted: Int64
    /// The number of packets without a timestamp.
    private(set) var untimed: Int64 = 0
    private(set) var keyFrames = KeyFrameTally()
    /// `nil` where packets do not say in which format their frames are, or nobody asks.
    private var formats: PictureFormats?
    /// That frames change their format; `nil` where they do not, or do not say it, or nobody asks.
    var formatChange: FormatChange? { FormatChange(formats?.found ?? []) }
    /// The most frames that were decoded before one and are presented after it.
    private(set) var overtaking = 0
    /// The latest instants, in decoding order.
    private var recent: [RationalTime] = []
    /// How many frames the container's index lists, where it lists every one.
    var indexed: Int64? {
        demuxer.storesDecodingTimes ? demuxer.indexSummary(ofStream: track.index)?.count : track.frameCount
    }

    /// A scan of a track of video. Where the container's index has the timestamps, payloads are read only as far as they are looked at: for
    /// what frames refer to, and, with `examining`, for their formats.
    init(
        _ media: MediaDescription,
        track: MediaTrack,
        decimation: FrameDecimation? = nil,
        leavable: LeavableFrames? = nil,
        examining: Bool = false
    ) throws(FFmpegError) {
        let demuxer = try media.demuxer()
        demuxer.leaveImages()
        let stream = demuxer.streams[track.index]
        demuxer.select { $0 == track.index }
        try demuxer.leavePayloads(of: stream, copying: false)
        unlisted = media.editEnds[track.index] == nil ? 0 : demuxer.unlistedSamples(ofStream: track.index)
        self.demuxer = demuxer
        (self.decimation, self.leavable) = (decimation, leavable)
        self.track = track
        formats = examining ? PictureFormats(stream.parameters) : nil
        clock = SourceClock(track: track, origin: media.origin)
    }

    /// Visits every presented frame in presentation order.
    mutating func run(_ visit: (PresentationOrder.Frame) throws -> Void) throws {
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if packet.streamIndex == track.index {
                keyFrames.add(packet)
                _ = formats?.take(packet)
                let frame = frame(of: packet)
                let known = leavable == nil ? frame : leavable?.add(frame, of: packet)
                if let known, let next = waiting.push(known), let ready = settled(before: next) { try visit(ready) }
            }
            packet.reset()
        }
        if let known = leavable?.finish(), let next = waiting.push(known), let ready = settled(before: next) {
            try visit(ready)
        }
        while let next = waiting.pop() { if let ready = settled(before: next) { try visit(ready) } }
        if let last = settled(before: nil) { try visit(last) }
    }

    /// The frame before one in presentation order, `nil` being behind the last, with how long it is presented.
    ///
    /// The duration of a packet of MP4 or MOV is the time to the next one that is decoded. Where frames overtake one another, each is
    /// presented until the next one is. The last one is until the track ends.
    private mutating func settled(before next: PresentationOrder.Frame?) -> PresentationOrder.Frame? {
        defer { latest = next }
        guard var frame = latest else { return nil }
        let end: RationalTime? =
            if next == nil, let end = clock.end(ofFrameAt: frame.timestamp) {
                end
            } else {
                track.statesDurations && overtaking > 0 ? next?.timestamp ?? track.range?.end : nil
            }
        if let end, end > frame.timestamp, let duration = try? end - frame.timestamp { frame.duration = duration }
        return frame
    }

    /// The frame of the next packet; `nil` where it is not presented.
    private mutating func frame(of packet: borrowing Packet) -> PresentationOrder.Frame? {
        let isKept = decimation?.keeps(packet) ?? true
        let instant = clock.instant(packet.pts)
        if packet.isDiscarded || instant.map(track.isMissing) ?? false {
            hidden += 1
            return nil
        }
        guard let instant else {
            untimed += 1
            return nil
        }
        if isKept { note(instant) }
        countOvertaking(instant)
        return PresentationOrder.Frame(
            timestamp: instant,
            duration: clock.duration(packet.duration),
            rounded: track.grid == nil ? nil : clock.stated(packet.pts),
            isKept: isKept,
            isKey: packet.isKey
        )
    }

    private mutating func countOvertaking(_ instant: RationalTime) {
        overtaking = max(overtaking, recent.count { $0 > instant })
        recent.append(instant)
        if recent.count > PresentationOrder.depth { recent.removeFirst() }
    }

    private mutating func note(_ instant: RationalTime) {
        if let lastKept, instant <= lastKept { keepsOrder = false }
        lastKept = instant
    }
}
