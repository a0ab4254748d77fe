/// Reads bits, from the highest of each byte on, and the codes of H.264 and HEVC that are made of them.
///
/// Every read is checked. Where fewer bits are left than a read needs, it returns `nil`.
package struct BitReader {
    private let bytes: ArraySlice<UInt8>
    /// Bits that were read.
    private(set) var position = 0

    package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// How many bits are left.
    package var bitCount: Int { bytes.count * 8 - position }

    package mutating func bit() -> Bool? { bits(1).map { $0 == 1 } }

    /// A number of 0 to 32 bits.
    package mutating func bits(_ count: Int) -> UInt32? {
        guard (0...32).contains(count), count <= bitCount else { return nil }
        var value: UInt64 = 0
        for place in position..<position + count {
            let byte = bytes[bytes.startIndex + place / 8]
            value = value << 1 | UInt64(byte >> UInt8(7 - place % 8) & 1)
        }
        position += count
        return UInt32(value)
    }

    /// Passes over so many bits; `false` where there are fewer.
    package mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= bitCount else { return false }
        position += count
        return true
    }

    /// An unsigned Exp-Golomb code, `ue(v)` (H.264 and H.265, 9.1 and 9.2): so many zeros, a one, and as many bits as
    /// there were zeros. Codes of more than 32 bits after the one are refused.
    package mutating func exponentialGolomb() -> UInt32? {
        var zeros = 0
        while let bit = bit() {
            if bit {
                guard let rest = bits(zeros) else { return nil }
                return UInt32(exactly: (UInt64(1) << zeros) - 1 + UInt64(rest))
            }
            zeros += 1
            guard zeros <= 32 else { return nil }
        }
        return nil
    }

    /// A signed Exp-Golomb code, `se(v)` (H.264 and H.265, 9.1.1 and 9.2.2): 0, 1, -1, 2, -2 and so on.
    package mutating func signedExponentialGolomb() -> Int? {
        exponentialGolomb().map { code in code % 2 == 1 ? Int(code / 2) + 1 : -Int(code / 2) }
    }
}
