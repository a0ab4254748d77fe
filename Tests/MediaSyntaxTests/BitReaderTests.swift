import MediaSyntax
import Testing

@Suite struct BitReaderTests {
    /// Bits as text, filled up with zeros to whole bytes.
    static func reader(_ bits: String) -> BitReader {
        let digits = bits.filter { $0 != " " }
        var bytes: [UInt8] = Array(repeating: 0, count: (digits.count + 7) / 8)
        for (place, digit) in digits.enumerated() where digit == "1" { bytes[place / 8] |= 0x80 >> UInt8(place % 8) }
        return BitReader(bytes[...])
    }

    @Test func `Bits are read from the highest one on`() {
        var reader = Self.reader("101 00000001 1")
        #expect(reader.bits(3) == 5)
        #expect(reader.bits(8) == 1)
        #expect(reader.bit() == true)
        #expect(reader.bitCount == 4)
        #expect(reader.bits(5) == nil)
        #expect(reader.bits(4) == 0)
        #expect(reader.bit() == nil)
    }

    // H.264, table 9-2.
    @Test(
        arguments: [
            ("1", 0), ("010", 1), ("011", 2), ("00100", 3), ("00101", 4), ("00110", 5), ("00111", 6), ("0001000", 7),
            ("0001010", 9), (String(repeating: "0", count: 31) + "1" + String(repeating: "1", count: 31), 0xFFFF_FFFE),
        ] as [(String, UInt32)]
    )
    func `Exponential Golomb codes are those of the standard's table`(bits: String, value: UInt32) {
        var reader = Self.reader(bits)
        #expect(reader.exponentialGolomb() == value)
    }

    @Test(arguments: ["", "0", "0000000", "00000001", String(repeating: "0", count: 80) + "1"])
    func `A code that does not end, or is too long, is refused`(bits: String) {
        var reader = Self.reader(bits)
        #expect(reader.exponentialGolomb() == nil)
    }

    @Test(
        arguments: [
            ([0, 0, 3, 1], [0, 0, 1]), ([0, 0, 3], [0, 0]), ([1, 0, 0, 3, 0, 0, 3, 3], [1, 0, 0, 0, 0, 3]),
            ([0, 3, 0, 0, 2], [0, 3, 0, 0, 2]), ([], []),
        ] as [([UInt8], [UInt8])]
    )
    func `Bytes that keep start codes away are removed`(unit: [UInt8], bytes: [UInt8]) {
        #expect(EmulationPrevention.removed(from: unit[...]) == bytes)
        #expect(EmulationPrevention.removed(from: unit[...], limit: 2) == Array(bytes.prefix(2)))
    }
}
