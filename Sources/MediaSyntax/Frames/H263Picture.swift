/// The header of a picture of H.263 (ITU-T H.263, 5.1).
package enum H263Picture {
    /// Whether the first picture in a packet refers to no other, so that decoding can begin with it; `nil` where there is none, or its
    /// header ends before it says so.
    ///
    /// - Complexity: O(bytes before the picture).
    package static func isIntra(_ payload: Span<UInt8>) -> Bool? {
        guard let start = start(in: payload) else { return nil }
        let bytes = (start..<min(payload.count, start + headerSize)).map { payload[$0] }
        var reader = BitReader(bytes[...])
        // The start code, the place in time, two bits that are always the same, and three that say nothing of it.
        guard reader.skip(22 + 8 + 2 + 3), let format = reader.bits(3) else { return nil }
        guard format == extended else { return reader.bit().map { !$0 } }
        guard let kind = reader.bits(3) else { return nil }
        // What has not changed need not be said again.
        if kind == 1, !reader.skip(18) { return nil }
        return reader.bits(3).map { $0 == 0 }
    }

    /// The number in place of a size of the picture that stands for the longer header of H.263+ (5.1.4).
    private static let extended: UInt32 = 7
    /// What is read lies within so many bytes.
    private static let headerSize = 10

    /// Where a picture begins. Its start code is aligned to a byte, and that of a group of blocks has another number than 0.
    private static func start(in payload: Span<UInt8>) -> Int? {
        var index = 0
        while index + 2 < payload.count {
            if payload[index] == 0, payload[index + 1] == 0, payload[index + 2] & 0xFC == 0x80 { return index }
            index += 1
        }
        return nil
    }
}
