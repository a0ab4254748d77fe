/// The headers before a picture of MPEG-1 and MPEG-2 (ISO/IEC 13818-2, 6.2.2.6 and 6.2.3).
package enum MPEGPicture {
    /// What a picture refers to.
    package enum Kind: UInt8, Sendable {
        case intra = 1
        case predicted = 2
        case bidirectional = 3
        /// D-pictures of MPEG-1, and numbers without a meaning.
        case other = 4
    }

    /// The kind of the first picture in a packet; `nil` where there is none.
    ///
    /// - Complexity: O(bytes before the picture).
    package static func kind(_ payload: Span<UInt8>) -> Kind? {
        guard let place = place(of: pictureCode, in: payload), place + 1 < payload.count else { return nil }
        // Behind its place in the group, of 10 bits.
        return Kind(rawValue: payload[place + 1] >> 3 & 7) ?? .other
    }

    /// Whether the first picture in a packet is a B-picture; `false` where there is none.
    ///
    /// - Complexity: O(bytes before the picture).
    package static func isBidirectional(_ payload: Span<UInt8>) -> Bool { kind(payload) == .bidirectional }

    /// Whether the group that begins in a packet is a closed one; `nil` where none begins.
    ///
    /// - Complexity: O(bytes before the picture).
    package static func beginsClosedGroup(_ payload: Span<UInt8>) -> Bool? {
        guard let place = place(of: groupCode, in: payload), place + 3 < payload.count else { return nil }
        // Behind a timecode of 25 bits.
        return payload[place + 3] & 0x40 != 0
    }

    private static let (pictureCode, groupCode) = (UInt8(0x00), UInt8(0xB8))

    /// Where what follows a start code begins; pictures come last of all headers.
    private static func place(of code: UInt8, in payload: Span<UInt8>) -> Int? {
        var index = 0
        while index + 3 < payload.count {
            if payload[index] == 0, payload[index + 1] == 0, payload[index + 2] == 1 {
                if payload[index + 3] == code { return index + 4 }
                if payload[index + 3] == pictureCode { return nil }
                index += 4
            } else {
                index += 1
            }
        }
        return nil
    }
}
