internal import DequeModule
internal import FFmpeg

/// Makes an encoder's packets fit beside copied ones: laid out like those, and decoded as much before they are presented.
final class EncodedStretch {
    private let joint: any JointEncoding
    /// What is said before each key frame; `nil` for nothing.
    private let information: [UInt8]?
    /// By so many ticks of the output a frame is decoded before it is presented.
    private var lead: Int64
    /// How many ticks decoding times are apart at least.
    private let leastStep: Int64
    private var isFirst = true
    /// The greatest so far, in ticks of the output.
    private(set) var lastDecodingTime: Int64?
    /// What comes with frames whose packets are still to come, in the order of both.
    private var messages: Deque<FrameMessages> = []
    /// The packets' instants.
    private(set) var instants = CopiedInstants()

    /// A stretch behind others, of which the last is decoded then; `mayBeEqual`: the next packet may be, too.
    init(
        joint: any JointEncoding,
        information: [UInt8]?,
        lead: Int64,
        after lastDecodingTime: Int64?,
        mayBeEqual: Bool
    ) {
        leastStep = mayBeEqual ? 0 : 1
        (self.joint, self.information) = (joint, information)
        (self.lead, self.lastDecodingTime) = (lead, lastDecodingTime)
    }

    /// Notes what comes with the next frame that is encoded.
    func note(_ new: FrameMessages) { messages.append(new) }

    /// Changes a packet whose times are ticks of the output. The encoder gives them in the order of presentation.
    func adapt(_ packet: borrowing Packet) throws {
        guard
            let framed = joint.packet(
                packet.bytes,
                messages: messages.popFirst() ?? FrameMessages(),
                information: packet.isKey ? information : nil
            )
        else {
            throw ExportError(.unsupported, "an encoded frame cannot be laid out as the source's are")
        }
        try packet.replacePayload(with: framed)
        instants.add(packet.pts)
        if packet.isKey { instants.keyFrames += 1 }
        guard let presentation = packet.pts else { return }
        if isFirst, let last = lastDecodingTime {
            // Decoding goes on evenly: behind frames that were left out, the source's first one is decoded earlier than need be.
            lead = min(lead, max(0, presentation - last - max(1, packet.duration)))
        }
        isFirst = false
        var decoding = presentation - lead
        if let last = lastDecodingTime { decoding = max(decoding, last + leastStep) }
        guard decoding <= presentation else { throw ExportError(.fault, "a frame would be shown before it is decoded") }
        packet.dts = decoding
        lastDecodingTime = decoding
    }
}
