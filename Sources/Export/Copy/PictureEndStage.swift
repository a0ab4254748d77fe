internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Takes away at the end of a part what is still on screen of subtitles that stay until the next one: that one may lie where the edit takes
/// something out, or plays backwards, and another clip may have none.
final class PictureEndStage: PacketStage {
    /// Where the part ends, in ticks of the output.
    private let end: Int64
    /// How many ticks decoding times are apart at least.
    private let leastStep: Int64
    private let next: any PacketStage
    private var last: PictureComposition?
    private var lastDecodingTime: Int64?

    /// The stage of a part; `nil` where subtitles of its codec end by themselves, or all ends with it, at `over` (target time). With `mayBeEqual`
    /// two of them may begin at the same tick.
    init?(
        _ part: TrackPart,
        before over: RationalTime,
        timeBase: TimeBase,
        mayBeEqual: Bool,
        next: any PacketStage
    ) throws(TimeOverflow) {
        guard part.source.codec == "hdmv_pgs_subtitle", let end = part.segments.last?.target.end, end < over else {
            return nil
        }
        self.end = try end.ticks(ofUnit: timeBase.numerator, over: timeBase.denominator, rounding: .nearest)
        (self.next, leastStep) = (next, mayBeEqual ? 0 : 1)
    }

    func take(_ packet: consuming CopiedPacket) throws {
        // A display set may be several packets, of which one says what is on screen.
        if let composition = packet.packet.withPayload({ PictureComposition($0) }) { last = composition }
        lastDecodingTime = packet.packet.dts ?? lastDecodingTime
        try next.take(packet)
    }

    func finish() throws {
        if let last, last.isShown {
            let packet = try Packet()
            try packet.replacePayload(with: last.cleared)
            let tick = max(end, (lastDecodingTime ?? .min / 2) + leastStep)
            (packet.pts, packet.dts) = (tick, tick)
            packet.markAsKey()
            // It is nothing of the source.
            try next.take(CopiedPacket(packet: packet, start: nil, end: nil, decoded: nil))
        }
        try next.finish()
    }
}
