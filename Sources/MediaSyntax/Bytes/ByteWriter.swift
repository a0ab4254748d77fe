/// Collects bytes and numbers, big-endian unless their method says otherwise.
package struct ByteWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ more: some Sequence<UInt8>) { bytes += more }

    /// Zeros.
    mutating func zeros(_ count: Int) { bytes += Array(repeating: 0, count: count) }

    /// The low bytes of a number. Its other bytes are left out.
    package mutating func unsigned(_ value: UInt64, byteCount: Int) {
        for index in (0..<byteCount).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    /// As ``unsigned(_:byteCount:)``, the lowest byte first.
    package mutating func littleEndian(_ value: UInt64, byteCount: Int) {
        for index in 0..<byteCount { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }

    package mutating func uint8(_ value: UInt8) { bytes.append(value) }
    package mutating func uint16(_ value: UInt16) { unsigned(UInt64(value), byteCount: 2) }
    package mutating func uint32(_ value: UInt32) { unsigned(UInt64(value), byteCount: 4) }
    package mutating func uint64(_ value: UInt64) { unsigned(value, byteCount: 8) }

    /// A number in two's complement.
    package mutating func int32(_ value: Int32) { uint32(UInt32(bitPattern: value)) }

    /// Writes a number of four bytes over what stands at a place.
    ///
    /// - Precondition: four bytes were written there.
    mutating func replace(at place: Int, with value: UInt32) {
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(index))) }
    }
}
