/// Looks at the packets of an MPEG transport stream (ISO/IEC 13818-1, 2.4.3.2).
package struct TransportScanner<Failure: Error> {
    private let source: ByteSource<Failure>

    /// So many bytes of a file are looked at.
    private static var searchLimit: UInt64 { 4 << 20 }
    private static var blockSize: UInt64 { 1 << 18 }

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// The numbers (PIDs) of packets whose payload is encrypted, among those at the beginning of the file.
    ///
    /// - Complexity: At most 4 MiB are read.
    package func scrambled() throws(Failure) -> Set<UInt16> {
        var found: Set<UInt16> = []
        guard let (stride, first) = try packets() else { return found }
        var position = first
        let end = min(source.count, Self.searchLimit)
        while position + stride <= end {
            // Whole packets.
            let length = min(end - position, Self.blockSize) / stride * stride
            guard let bytes = try source.bytes(position..<position + length, limit: Int(Self.blockSize)) else { break }
            for start in Swift.stride(from: bytes.startIndex, to: bytes.endIndex, by: Int(stride)) {
                let header = bytes[start..<start + 4]
                // Control 1 is not used; a packet that is damaged is not believed.
                guard header[start] == Self.synchronisation, header[start + 1] & 0x80 == 0,
                    header[start + 3] & 0x80 != 0
                else { continue }
                found.insert(UInt16(header[start + 1] & 0x1F) << 8 | UInt16(header[start + 2]))
            }
            position += length
        }
        return found
    }

    private static var synchronisation: UInt8 { 0x47 }

    /// How far packets are apart, and where the first one begins; `nil` where there are no packets. Behind 4 bytes of time
    /// they are 192 bytes apart, with 16 bytes of parity 204.
    private func packets() throws(Failure) -> (stride: UInt64, first: UInt64)? {
        let length = min(source.count, 4096)
        guard let bytes = try source.bytes(0..<length, limit: 4096) else { return nil }
        for stride in [188, 192, 204] {
            for first in 0..<stride where first + 4 * stride < bytes.count {
                if (0...4).allSatisfy({ bytes[bytes.startIndex + first + $0 * stride] == Self.synchronisation }) {
                    return (UInt64(stride), UInt64(first))
                }
            }
        }
        return nil
    }
}
