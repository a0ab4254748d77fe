/// The first bytes of a frame of FLAC (RFC 9639, 9.1).
package struct FLACFrameHeader: Hashable, Sendable {
    /// The number of the frame's first sample.
    package let firstSample: UInt64
    /// Samples of each channel.
    package let count: UInt64

    /// Reads a header; `nil` where the bytes are none, or contradict what the file says of itself.
    package init?(_ bytes: ArraySlice<UInt8>, in stream: FLACInformation) {
        var reader = ByteReader(bytes)
        guard let word = reader.uint32(), word >> 17 == 0x7FFC, word & 1 == 0 else { return nil }
        let sizeCode = word >> 12 & 0xF
        let rateCode = word >> 8 & 0xF
        let channelCode = word >> 4 & 0xF
        guard sizeCode > 0, rateCode < 15, channelCode <= 10,
            (channelCode < 8 ? channelCode + 1 : 2) == stream.channels,
            let number = Self.number(&reader)
        else { return nil }
        var size = UInt64(256) << UInt64(max(8, sizeCode) - 8)
        switch sizeCode {
        case 1: size = 192
        case 2...5: size = 576 << UInt64(sizeCode - 2)
        case 6:
            guard let value = reader.uint8() else { return nil }
            size = UInt64(value) + 1
        case 7:
            guard let value = reader.uint16() else { return nil }
            size = UInt64(value) + 1
        default: break
        }
        if rateCode >= 12, reader.unsigned(byteCount: rateCode == 12 ? 1 : 2) == nil { return nil }
        let length = bytes.count - reader.rest.count
        guard let check = reader.uint8(), Self.check(bytes.prefix(length)) == check else { return nil }
        // Frames are counted where they are all of one size, and samples where they are not.
        let isVariable = word >> 16 & 1 == 1
        firstSample = isVariable ? number : number &* UInt64(stream.blockSize)
        count = size
    }

    /// A number of up to 36 bits in the manner of UTF-8.
    private static func number(_ reader: inout ByteReader) -> UInt64? {
        guard let first = reader.uint8() else { return nil }
        let ones = (~first).leadingZeroBitCount
        if ones == 0 { return UInt64(first) }
        guard (2...7).contains(ones) else { return nil }
        var number = UInt64(first) & (UInt64(0x7F) >> UInt64(ones))
        for _ in 1..<ones {
            guard let next = reader.uint8(), next >> 6 == 2 else { return nil }
            number = number << 6 | UInt64(next & 0x3F)
        }
        return number
    }

    /// The check sum of 8 bits (x⁸ + x² + x + 1).
    private static func check(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
        }
    }
}
