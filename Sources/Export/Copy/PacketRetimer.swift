internal import FFmpeg
internal import MediaTime

/// Maps a packet's timestamps from the source's time to the target's. Segments follow one another in both times, so the map
/// is monotone, and presentation never comes before decoding.
struct PacketRetimer {
    private let map: PartMap
    private let clock: SourceClock
    private let timeBase: TimeBase
    /// For how many ticks anything is presented that lasts for some time. Without a duration a subtitle is seen until the next one.
    private let leastDuration: Int64
    /// The map of ticks, where one line is all there is to it.
    private let line: TickMap?
    /// How many ticks decoding times are apart at least.
    private let leastStep: Int64
    /// The greatest so far, in ticks of the output.
    private(set) var lastDecodingTime: Int64?

    /// The packets that are presented later than their timestamps say, because decoding them comes later.
    private(set) var moved = MovedFrames()

    /// A retimer of a part of a track; `last` is the decoding time of the last packet before it, and `mayBeEqual` says whether the
    /// next one may have the same.
    init(
        segments: [TimeMapping],
        clock: SourceClock,
        timeBase: TimeBase,
        after last: Int64? = nil,
        mayBeEqual: Bool = false
    ) {
        lastDecodingTime = last
        leastStep = mayBeEqual ? 0 : 1
        map = PartMap(segments)
        self.clock = clock
        self.timeBase = timeBase
        let track = clock.track
        leastDuration = track.kind == .subtitle ? 1 : 0
        line =
            segments.count == 1 && track.grid == nil && track.statesDurations
            ? TickMap(
                segments[0],
                tick: (track.tickNumerator, track.timescale),
                origin: clock.origin,
                unit: timeBase.numerator,
                over: timeBase.denominator
            ) : nil
    }

    /// Maps the times of the next packet. It is presented at `start` where that is given, and ends as its timestamps say, or at
    /// `end` where by them it is over before it is presented, or without `endsAsStated`. With `isLast` its duration is taken as it is;
    /// else the track's constant rate comes first.
    mutating func retime(
        _ packet: borrowing Packet,
        from start: RationalTime? = nil,
        until end: RationalTime? = nil,
        endsAsStated: Bool = true,
        isLast: Bool = false
    ) throws(TimeOverflow) {
        if start == nil, endsAsStated, retimeByLine(packet) { return }
        let stated = clock.instant(packet.pts)
        let presentation = start ?? stated
        // What is no frame, and begins elsewhere than its timestamp says, is decoded then.
        let isMoved = start != nil && clock.track.kind != .video
        let decoding = isMoved ? presentation : clock.instant(packet.dts)
        let duration = isLast ? clock.statedDuration(packet.duration) : clock.duration(packet.duration)
        if let instant = presentation ?? decoding {
            let statedEnd = try (stated ?? instant) + duration
            let shownUntil = endsAsStated && statedEnd > instant ? statedEnd : end ?? statedEnd
            let least = shownUntil > instant ? leastDuration : 0
            packet.duration = try max(least, ticks(of: shownUntil, as: .end) - ticks(of: instant))
        }
        packet.pts = try presentation.map { instant throws(TimeOverflow) in try ticks(of: instant) }
        packet.dts = try decoding.map { instant throws(TimeOverflow) in try ticks(of: instant) }
        keepOrder(packet)
    }

    /// Maps the times of a packet that lasts for as long as its timestamps say; `false` where that takes more than a line.
    private mutating func retimeByLine(_ packet: borrowing Packet) -> Bool {
        guard let line, let stated = packet.pts, packet.duration > 0, let presentation = line.ticks(stated),
            let end = line.ticks(stated &+ packet.duration)
        else { return false }
        let decoding = packet.dts.map { line.ticks($0) }
        if case .some(.none) = decoding { return false }
        packet.duration = max(leastDuration, end - presentation)
        packet.pts = presentation
        packet.dts = decoding ?? nil
        keepOrder(packet)
        return true
    }

    /// A coarse clock can round two decoding times to the same tick. Where the container does not take that, the second is moved. A source
    /// may decode a frame later than it presents it (negative composition offsets): then it is decoded as early as it is presented.
    private mutating func keepOrder(_ packet: borrowing Packet) {
        guard var decoding = packet.dts else { return }
        decoding = min(decoding, packet.pts ?? decoding)
        if let last = lastDecodingTime { decoding = max(decoding, last + leastStep) }
        lastDecodingTime = decoding
        packet.dts = decoding
        if let presentation = packet.pts, presentation < decoding {
            packet.pts = decoding
            moved.note(timeBase.time(decoding - presentation))
        }
    }

    private func ticks(of instant: RationalTime, as bound: RangeBound = .start) throws(TimeOverflow) -> Int64 {
        try map.ticks(of: instant, as: bound, unit: timeBase.numerator, over: timeBase.denominator)
    }
}
