/// CRC-32 (ISO 3309), by which readers of PNG and Matroska find damage.
package enum CyclicChecksum {
    /// Its lowest power stands in the highest bit.
    private static let polynomial: UInt32 = 0xEDB8_8320

    /// The checksum of bytes.
    ///
    /// - Parameter bytes: What it is made of.
    /// - Returns: The number, which PNG stores with its greatest byte first, and Matroska with its least.
    /// - Complexity: O(number of bytes).
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= polynomial }
            }
        }
        return ~sum
    }
}
