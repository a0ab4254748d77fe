/// CRC-32 (ISO 3309), by which readers of PNG and Matroska find damage.
package enum CyclicChecksum {
    /// The checksum of bytes.
    ///
    /// - Parameter bytes: What it is made of.
    /// - Returns: The number, which PNG stores with its greatest byte first, and Matroska with its least.
    /// - Complexity: O(number of bytes).
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
