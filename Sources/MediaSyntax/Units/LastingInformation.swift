/// Supplemental information of H.264 and HEVC that holds for all frames up to the next key frame, and stands before key frames:
/// the display on which a clip was mastered, its light, how it is to be shown. Both codecs have the same messages for it
/// (H.264, annex D; H.265, annex D).
extension NALUnits {
    /// By `payloadType`: display orientation, mastering display, content light level, alternative transfer characteristics, ambient
    /// viewing environment, colour volume of the content.
    private static let lastingTypes: Set<Int> = [47, 137, 144, 147, 148, 149]

    /// One unit with all such messages before the frame of a payload; `nil` where there is none.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package func lastingInformation(of payload: Span<UInt8>) -> [UInt8]? {
        var messages: [UInt8] = []
        var cursor = NALUnitCursor(framing)
        while let start = cursor.next(in: payload) {
            guard let header = NALUnitHeader(payload, at: start, codec: codec), !header.isSlice else { break }
            guard header.isSupplementalInformation, let end = cursor.end(ofUnitAt: start, in: payload),
                end - start >= codec.headerSize
            else { continue }
            let unit = (start + codec.headerSize..<end).map { payload[$0] }
            Self.eachMessage(in: EmulationPrevention.removed(from: unit[...])) { type, message in
                if Self.lastingTypes.contains(type) { messages += message }
            }
        }
        guard !messages.isEmpty else { return nil }
        let header: [UInt8] =
            switch codec {
            case .h264: [H264UnitType.supplementalInformation.rawValue]
            case .hevc: [HEVCUnitType.supplementalInformation.rawValue << 1, 1]
            }
        // The bit that ends the unit.
        return header + EmulationPrevention.added(to: messages + [0x80])
    }

    /// Goes through the messages of a unit, each with its type and its size in front (H.264, 7.3.2.3.1).
    private static func eachMessage(in bytes: [UInt8], _ body: (_ type: Int, _ message: ArraySlice<UInt8>) -> Void) {
        var reader = ByteReader(bytes[...])
        /// A number as a sum of bytes, of which all but the last are 255.
        func number() -> Int? {
            var sum = 0
            while let byte = reader.uint8() {
                sum += Int(byte)
                if byte < 255 { return sum }
            }
            return nil
        }
        // Less than two bytes are the bit that ends the unit.
        while reader.rest.count > 2 {
            let start = reader.rest.startIndex
            guard let type = number(), let size = number(), reader.bytes(size) != nil else { return }
            body(type, bytes[start..<reader.rest.startIndex])
        }
    }
}

extension NALUnitHeader {
    fileprivate var isSupplementalInformation: Bool {
        switch self {
        case .h264(let header): header.type == .supplementalInformation
        case .hevc(let header): header.type == .supplementalInformation
        }
    }
}
