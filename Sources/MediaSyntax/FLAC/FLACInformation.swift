/// STREAMINFO: what a FLAC file says of itself (RFC 9639, 8.2).
package struct FLACInformation: Hashable, Sendable {
    /// Samples of a block that is not the last.
    package let blockSize: UInt16
    /// Bytes of the longest frame; 0 where it is not known.
    package let longestFrame: UInt64
    /// Samples a second.
    package let sampleRate: UInt32
    package let channels: UInt32
    package let bitsPerSample: UInt32
    /// Samples of each channel; 0 where they were not counted.
    package let sampleCount: UInt64

    /// The information at the beginning of a file, which may follow a tag of ID3; `nil` where there is none.
    package static func read<Failure: Error>(_ source: ByteSource<Failure>) throws(Failure) -> FLACInformation? {
        guard let tag = try source.bytes(0..<10, limit: 10) else { return nil }
        var start: UInt64 = 0
        if tag.starts(with: Array("ID3".utf8)) {
            // Four numbers of 7 bits.
            start = 10 + tag.dropFirst(6).reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
        }
        guard let bytes = try source.bytes(start..<start + 42, limit: 42), bytes.starts(with: Array("fLaC".utf8)),
            bytes[bytes.startIndex + 4] & 0x7F == 0
        else { return nil }
        var bits = BitReader(bytes.dropFirst(8))
        guard let blockSize = bits.bits(16), bits.skip(16 + 24), let longest = bits.bits(24),
            let sampleRate = bits.bits(20), let channels = bits.bits(3), let sampleSize = bits.bits(5),
            let high = bits.bits(4), let low = bits.bits(32)
        else { return nil }
        return FLACInformation(
            blockSize: UInt16(blockSize),
            longestFrame: UInt64(longest),
            sampleRate: sampleRate,
            channels: channels + 1,
            bitsPerSample: sampleSize + 1,
            sampleCount: UInt64(high) << 32 | UInt64(low)
        )
    }
}
