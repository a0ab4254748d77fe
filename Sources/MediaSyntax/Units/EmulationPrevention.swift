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

    /// A unit's bytes with those, in front of each byte of at most 3 behind two zeros.
    package static func added(to bytes: [UInt8]) -> [UInt8] {
        var unit: [UInt8] = []
        unit.reserveCapacity(bytes.count + bytes.count / 64)
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            unit.append(byte)
        }
        // A unit never ends with a zero.
        if unit.last == 0 { unit.append(3) }
        return unit
    }
}
