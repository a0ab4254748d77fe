internal import FFmpeg
internal import MediaSyntax

/// Puts what x264 says of its version, which stands in front of the source's first frame only, in front of the first frame
/// that is copied. libavcodec decodes 4:4:4 of old versions in another way, if it knows the version.
final class EncoderVersionStage: PacketStage {
    private let unit: [UInt8]
    private let units: NALUnits
    private var isFirst = true
    private let next: any PacketStage

    /// `unit` says it, as it stands in the source.
    init(_ unit: [UInt8], units: NALUnits, next: any PacketStage) {
        self.unit = unit
        self.units = units
        self.next = next
    }

    func take(_ packet: consuming CopiedPacket) throws {
        if isFirst, packet.isKept {
            isFirst = false
            let payload = packet.packet.withPayload { payload in
                units.encoderVersion(of: payload) == nil ? units.inserting(unit, beforeFrameOf: payload) : nil
            }
            if let payload { try packet.packet.replacePayload(with: payload) }
        }
        try next.take(packet)
    }

    func finish() throws { try next.finish() }
}
