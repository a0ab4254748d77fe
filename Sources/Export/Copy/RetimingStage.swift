internal import FFmpeg
internal import MediaTime

/// Maps the timestamps of packets to the target's time.
final class RetimingStage: PacketStage {
    private var retimer: PacketRetimer
    /// The packet that is decoded last, in ticks of the source: its duration is known exactly.
    private let last: (decodingTime: Int64, duration: Int64)?
    /// When the frame begins that is presented last (asset time): it ends with the track.
    private let lastShown: RationalTime?
    private let next: any PacketStage

    /// `last` is the track's packet that is decoded last, where the container's index says so, and `lastShown` when the frame begins that is
    /// presented last (asset time).
    init(
        _ retimer: PacketRetimer,
        last: (decodingTime: Int64, duration: Int64)?,
        lastShown: RationalTime?,
        next: any PacketStage
    ) {
        self.retimer = retimer
        self.lastShown = lastShown
        self.last = last
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        let isLast = packet.packet.dts == last?.decodingTime && (lastShown == nil || packet.start != lastShown)
        if isLast, let last { packet.packet.duration = last.duration }
        try retimer.retime(
            packet.packet,
            from: packet.startsAsStated ? nil : packet.start,
            until: packet.end,
            endsAsStated: isLast || packet.endsAsStated,
            isLast: isLast
        )
        try next.take(packet)
    }

    /// The packets that were moved so far.
    var moved: MovedFrames { retimer.moved }

    func finish() throws { try next.finish() }
}
