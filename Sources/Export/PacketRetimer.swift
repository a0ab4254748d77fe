internal import FFmpeg
internal import MediaTime

/// Moves a packet's timestamps from the source's time to the target's. Segments lie end to end, so the map is monotone,
/// and presentation never comes before decoding.
struct PacketRetimer {
    private let segments: [TimeMapping]
    private let clock: SourceClock
    private let timeBase: TimeBase
    private var lastDecodingTime: Int64?

    init(segments: [TimeMapping], clock: SourceClock, timeBase: TimeBase) {
        self.segments = segments
        self.clock = clock
        self.timeBase = timeBase
    }

    /// The last packet's duration is known for certain, and not to be corrected by the track's rate.
    mutating func retime(_ packet: borrowing Packet, isLast: Bool = false) throws(TimeOverflow) {
        let presentation = clock.instant(packet.pts)
        let decoding = clock.instant(packet.dts)
        let duration = isLast ? clock.statedDuration(packet.duration) : clock.duration(packet.duration)
        if let instant = presentation ?? decoding {
            let start = try ticks(of: instant)
            packet.duration = try max(0, ticks(of: instant + duration) - start)
        }
        packet.pts = try presentation.map { instant throws(TimeOverflow) in try ticks(of: instant) }
        packet.dts = try decoding.map { instant throws(TimeOverflow) in try ticks(of: instant) }
        keepOrder(packet)
    }

    /// A clock coarser than the pictures can round two decoding times to one, which no container takes.
    private mutating func keepOrder(_ packet: borrowing Packet) {
        guard var decoding = packet.dts else { return }
        if let last = lastDecodingTime, decoding <= last { decoding = last + 1 }
        lastDecodingTime = decoding
        packet.dts = decoding
        if let presentation = packet.pts, presentation < decoding { packet.pts = decoding }
    }

    /// Decoding times before the first segment and after the last go on at those segments' rates.
    private func ticks(of instant: RationalTime) throws(TimeOverflow) -> Int64 {
        guard let segment = segments.first(where: { instant < $0.source.end }) ?? segments.last else { return 0 }
        return try segment.targetTicks(
            ofSource: instant,
            unit: timeBase.numerator,
            over: timeBase.denominator,
            rounding: .nearest
        )
    }
}
