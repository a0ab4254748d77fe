/// The header of a picture of H.261 (ITU-T H.261, 4.2.1).
package enum H261Picture {
    /// Whether an encoder says of the first picture in a packet that it is whole by itself; `nil` where there is none, or its header ends
    /// before that. No other bit says which blocks a picture refers to: this one releases a picture that a decoder has frozen
    /// until it gets one that is whole.
    ///
    /// - Complexity: O(1).
    package static func isIntra(_ payload: Span<UInt8>) -> Bool? {
        let bytes = (0..<min(payload.count, searched)).map { payload[$0] }
        var reader = BitReader(bytes[...])
        guard var code = reader.bits(20) else { return nil }
        // Pictures begin at any bit, and a packet with the byte in which one does.
        while code != startCode {
            guard let bit = reader.bits(1) else { return nil }
            code = code << 1 & 0xF_FFFF | bit
        }
        // The place in time, whether the screen is split, and whether it is a camera for documents.
        guard reader.skip(5 + 1 + 1) else { return nil }
        return reader.bit()
    }

    /// Of 20 bits.
    private static let startCode: UInt32 = 0x10
    /// A picture begins within so many bytes of a packet.
    private static let searched = 64
}
