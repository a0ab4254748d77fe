internal import FFmpeg

/// Maps the timestamps of packets to the target's time.
final class RetimingStage: PacketStage {
    private var retimer: PacketRetimer
    /// The packet that is decoded last, in ticks of the source: its duration is known exactly.
    private let last: (decodingTime: Int64, duration: Int64)?
    private let next: any PacketStage

    /// `last` is the track's packet that is decoded last, where the container's index says so.
    init(_ retimer: PacketRetimer, last: (decodingTime: Int64, duration: Int64)?, next: any PacketStage) {
        self.retimer = retimer
        self.last = last
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        let isLast = packet.packet.dts == last?.decodingTime
        if isLast, let last { packet.packet.duration = last.duration }
        try retimer.retime(
            packet.packet,
            from: packet.startsAsStated ? nil : packet.start,
            until: packet.end,
            endsAsStated: packet.endsAsStated,
            isLast: isLast
        )
        try next.take(packet)
    }

    /// The packets that were moved so far.
    var moved: MovedFrames { retimer.moved }

    func finish() throws { try next.finish() }
}
