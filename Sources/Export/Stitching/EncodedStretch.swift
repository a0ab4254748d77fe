internal import FFmpeg

/// Makes an encoder's packets fit beside copied ones: laid out like those, and decoded as much before they are presented.
final class EncodedStretch {
    private let joint: JointEncoding
    /// By so many ticks of the output a frame is decoded before it is presented.
    private let lead: Int64
    /// The greatest so far, in ticks of the output.
    private(set) var lastDecodingTime: Int64?
    /// The packets' instants.
    private(set) var instants = CopiedInstants()

    /// A stretch behind others, of which the last is decoded then.
    init(joint: JointEncoding, lead: Int64, after lastDecodingTime: Int64?) {
        (self.joint, self.lead, self.lastDecodingTime) = (joint, lead, lastDecodingTime)
    }

    /// Changes a packet whose times are ticks of the output. The encoder gives them in the order of presentation.
    func adapt(_ packet: borrowing Packet) throws {
        guard let framed = joint.framed(packet.bytes) else {
            throw ExportError(.unsupported, "an encoded frame is too long for the source's lengths")
        }
        try packet.replacePayload(with: framed)
        instants.add(packet.pts)
        if packet.isKey { instants.keyFrames += 1 }
        guard let presentation = packet.pts else { return }
        var decoding = presentation - lead
        if let last = lastDecodingTime { decoding = max(decoding, last + 1) }
        guard decoding <= presentation else { throw ExportError(.fault, "a frame would be shown before it is decoded") }
        packet.dts = decoding
        lastDecodingTime = decoding
    }
}
