/// Follows the packets of HEVC, and tells of which of them a decoder shows nothing: those without a picture, and the leading ones
/// (RASL) of a frame at which decoding begins (H.265, 8.1.3).
struct HEVCSequence: Sendable {
    private let units: NALUnits
    /// Whether the references of leading frames are there: the frame at which decoding can begin came in the midst of a sequence.
    private var hasReferences = false
    /// Whether a sequence begins with the next packet.
    private var isAtStart = true

    /// A stream with what the container says of it out of band.
    init(configuration: [UInt8]) {
        units = NALUnits(.hevc, configuration: configuration)
    }

    /// What a decoder makes of the next packet.
    mutating func visibility(of payload: Span<UInt8>) -> ShownFrames.Visibility {
        guard case .hevc(let slice) = units.firstHeader(in: payload, where: { $0.isSlice }) else {
            return units.haveSlice(in: payload) ? .shown : .unreadable
        }
        if slice.type.isRandomAccess {
            hasReferences = slice.type == .cleanRandomAccess && !isAtStart
            isAtStart = false
        }
        if Self.endsSequence(payload) { isAtStart = true }
        return slice.type.isSkippedLeading && !hasReferences ? .leading : .shown
    }

    /// Whether a packet's last unit, which has a header and nothing else, ends a sequence.
    private static func endsSequence(_ payload: Span<UInt8>) -> Bool {
        guard payload.count >= 6 else { return false }
        let header = HEVCUnitHeader(payload[payload.count - 2], payload[payload.count - 1])
        // Behind a start code, or a length of two bytes.
        let (zero, last) = (payload[payload.count - 4], payload[payload.count - 3])
        return header.type.endsSequence && zero == 0 && (last == 1 || last == 2)
    }
}
