internal import FFmpeg
internal import MediaTime

/// Gives packets the places of a constant rate: each frame of the part has one, and they follow one another.
final class PlacingStage: PacketStage {
    private let part: TrackPart
    private let rate: FrameRate
    private let timeBase: TimeBase
    /// The place at which the next frame is decoded.
    private var decoding: Int64
    /// The places so far: how many, their sum, and the first and last.
    private var count: Int64 = 0
    private var sum = Int128.zero
    private var bounds: ClosedRange<Int64>?
    private let next: any PacketStage

    /// A part whose frames are decoded so many places before they are presented.
    init(
        _ part: TrackPart,
        at rate: FrameRate,
        lead: Int,
        timeBase: TimeBase,
        next: any PacketStage
    ) throws(TimeOverflow) {
        (self.part, self.rate, self.timeBase, self.next) = (part, rate, timeBase, next)
        decoding = try part.place(ofSource: part.segments.first?.source.start ?? .zero, at: rate) - Int64(lead)
    }

    func take(_ packet: consuming CopiedPacket) throws {
        guard let start = packet.start else { throw ExportError(.unsupported, "a frame without a timestamp") }
        let place = try part.place(ofSource: start, at: rate)
        if part.outPoint.map({ start < $0 }) ?? true {
            guard decoding <= place else {
                throw ExportError(.unsupported, "frames are decoded in another order than when they were measured")
            }
            note(place)
        }
        packet.packet.pts = place
        packet.packet.dts = min(decoding, place)
        packet.packet.duration = 1
        packet.packet.rescale(from: rate.timeBase, to: timeBase)
        decoding += 1
        try next.take(packet)
    }

    private func note(_ place: Int64) {
        count += 1
        sum += Int128(place)
        bounds = bounds.map { min($0.lowerBound, place)...max($0.upperBound, place) } ?? place...place
    }

    func finish() throws {
        if let bounds {
            let (first, last) = (Int128(bounds.lowerBound), Int128(bounds.upperBound))
            guard last - first + 1 == Int128(count), (first + last) * Int128(count) == 2 * sum else {
                throw ExportError(.unsupported, "frames do not follow one another as when they were measured")
            }
        }
        try next.finish()
    }
}
