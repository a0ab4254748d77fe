/// The bytes 03 that keep a start code from appearing within a unit (H.264 and H.265, 7.4.1 and 7.4.2).
package enum EmulationPrevention {
    /// A unit's bytes without those: what its fields are read from. At most `limit` bytes are returned.
    package static func removed(from unit: ArraySlice<UInt8>, limit: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if bytes.count >= limit { break }
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }
}
