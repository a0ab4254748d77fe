/// The messages of a unit of supplemental information, one after the other, up to the first that is cut short. They are laid out
/// alike in H.264 (7.3.2.3.1) and in H.265 (7.3.5).
struct SupplementalMessages: Sequence, IteratorProtocol {
    struct Message {
        /// `payloadType`.
        let type: Int
        let content: ArraySlice<UInt8>
        /// The content, with its type and its size in front.
        let whole: ArraySlice<UInt8>

        /// A message of a type below 255, with less than 255 bytes.
        static func whole(type: UInt8, _ content: [UInt8]) -> [UInt8] {
            [type, UInt8(clamping: content.count)] + content
        }
    }

    private var reader: ByteReader

    /// The messages in a unit's bytes behind its header, without those that prevent start codes.
    init(_ bytes: [UInt8]) { reader = ByteReader(bytes[...]) }

    mutating func next() -> Message? {
        let start = reader.rest
        // Less than two bytes are the bit that ends the unit.
        guard start.count > 2, let type = number(), let size = number(), let content = reader.bytes(size) else {
            return nil
        }
        return Message(type: type, content: content, whole: start.prefix(start.count - reader.rest.count))
    }

    /// A number as a sum of bytes, of which all but the last are 255.
    private mutating func number() -> Int? {
        var sum = 0
        while let byte = reader.uint8() {
            sum += Int(byte)
            if byte < 255 { return sum }
        }
        return nil
    }

    /// A unit with some messages, each whole.
    static func unit(_ messages: [UInt8], codec: NALCodec) -> [UInt8] {
        let header: [UInt8] =
            switch codec {
            case .h264: [H264UnitType.supplementalInformation.rawValue]
            case .hevc: [HEVCUnitType.supplementalInformation.rawValue << 1, 1]
            }
        // The bit that ends the unit.
        return header + EmulationPrevention.added(to: messages + [0x80])
    }
}

extension NALUnitHeader {
    /// Whether the unit holds messages for the frame behind it.
    var isSupplementalInformation: Bool {
        switch self {
        case .h264(let header): header.type == .supplementalInformation
        case .hevc(let header): header.type == .supplementalInformation
        }
    }
}
