/// The header of a picture of MPEG-1 and MPEG-2 (ISO/IEC 13818-2, 6.2.3).
package enum MPEGPicture {
    /// Whether the first picture in a packet is a B-picture; `false` where there is none.
    ///
    /// - Complexity: O(bytes before the picture).
    package static func isBidirectional(_ payload: Span<UInt8>) -> Bool {
        var index = 0
        while index + 5 < payload.count {
            if payload[index] == 0, payload[index + 1] == 0, payload[index + 2] == 1, payload[index + 3] == 0 {
                // Behind its place in the group, of 10 bits.
                return payload[index + 5] >> 3 & 7 == 3
            }
            index += 1
        }
        return false
    }
}
