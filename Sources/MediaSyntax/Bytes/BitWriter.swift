/// Writes bits, from the highest of each byte on.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Whether the next bit begins a byte.
    var isAligned: Bool { bitCount % 8 == 0 }

    mutating func bit(_ bit: Bool) {
        if isAligned { bytes.append(0) }
        if bit { bytes[bytes.count - 1] |= 0x80 >> UInt8(bitCount % 8) }
        bitCount += 1
    }

    /// A number of so many bits, at most 32.
    mutating func bits(_ value: UInt32, _ count: Int) {
        for place in (0..<count).reversed() { bit(value >> UInt32(place) & 1 == 1) }
    }

    /// An unsigned Exp-Golomb code, `ue(v)` (H.264 and H.265, 9.1 and 9.2), of a number below 2³² - 1.
    mutating func exponentialGolomb(_ value: UInt32) {
        let code = value + 1
        let count = 32 - code.leadingZeroBitCount
        bits(0, count - 1)
        bits(code, count)
    }

    /// Bits of other bytes.
    mutating func copy(_ range: Range<Int>, of other: [UInt8]) {
        for place in range { bit(other[place / 8] >> UInt8(7 - place % 8) & 1 == 1) }
    }

    /// Whole bytes. The next bit begins one.
    mutating func append(_ other: ArraySlice<UInt8>) {
        bytes += other
        bitCount += 8 * other.count
    }
}
