internal import MediaSyntax

/// The order of frames of MPEG-1, MPEG-2 and MPEG-4, one B-frame after the other between two others: each is presented before the
/// frame that was decoded last of those that are none.
struct BidirectionalOrder {
    private enum Codec { case mpeg2, mpeg4 }

    private let codec: Codec
    private var others = 0
    private var bFrames = 0

    /// Of a codec by libav's name; `nil` for others.
    init?(_ name: String) {
        switch name {
        case "mpeg1video", "mpeg2video": codec = .mpeg2
        case "mpeg4": codec = .mpeg4
        default: return nil
        }
    }

    /// Whether a packet may hold two frames.
    var mayBePacked: Bool { codec == .mpeg4 }

    /// The place of the next packet's frame. A greater number is presented later.
    mutating func number(of packet: borrowing Packet) -> Int {
        if packet.withPayload(isBidirectional) {
            bFrames += 1
            return (others - 1) * Self.step + bFrames
        }
        others += 1
        bFrames = 0
        return others * Self.step
    }

    private func isBidirectional(_ payload: Span<UInt8>) -> Bool {
        switch codec {
        case .mpeg2: MPEGPicture.isBidirectional(payload)
        case .mpeg4: VisualObject(payload)?.kind == .bidirectional
        }
    }

    /// More than there are B-frames in a row.
    private static let step = 1 << 16
}
