import MediaSyntax
import RandomNumbers
import Testing

/// Pictures of H.261 and H.263 by their headers.
@Suite struct ConferencePictureTests {
    /// Writes bits from a text of `0` and `1`; blanks count for nothing.
    private func bytes(_ bits: String) -> [UInt8] {
        let digits = Array(bits.filter { $0 != " " })
        return stride(from: 0, to: digits.count, by: 8).map { first in
            (0..<8).reduce(UInt8(0)) { byte, place in
                byte << 1 | (first + place < digits.count && digits[first + place] == "1" ? 1 : 0)
            }
        }
    }

    /// A start code, the place in time, and what follows.
    private func h263(_ type: String) -> [UInt8] { bytes("0000000000000000100000 00000111" + type) + [0x55, 0x55] }
    private func h261(_ type: String) -> [UInt8] { bytes("00000000000000010000 00111" + type) + [0x55] }

    @Test func `H.263: pictures that refer to no other`() {
        func isIntra(_ payload: [UInt8]) -> Bool? { H263Picture.isIntra(payload.span) }
        // Of a usual size.
        #expect(isIntra(h263("10 000 010 0")) == true)
        #expect(isIntra(h263("10 000 010 1")) == false)
        // The longer header, with and without what seldom changes; the type is of three bits.
        let options = "110 00000000000 1000"
        #expect(isIntra(h263("10 000 111 001 \(options) 000")) == true)
        #expect(isIntra(h263("10 000 111 001 \(options) 001")) == false)
        #expect(isIntra(h263("10 000 111 000 000")) == true)
        #expect(isIntra(h263("10 000 111 000 011")) == false)
        // Behind other bytes; no picture, but a group of blocks; and nothing.
        #expect(isIntra([1, 0, 0, 7] + h263("10 000 010 0")) == true)
        #expect(isIntra(bytes("00000000000000001 00011 0000000000")) == nil)
        #expect(isIntra([]) == nil)
        for length in 0..<5 { #expect(isIntra(Array(h263("10 000 010 0").prefix(length))) == nil) }
    }

    @Test func `H.261: pictures that are whole by themselves`() {
        func isIntra(_ payload: [UInt8]) -> Bool? { H261Picture.isIntra(payload.span) }
        #expect(isIntra(h261("0 0 1 1 1 1")) == true)
        #expect(isIntra(h261("0 0 0 1 1 1")) == false)
        #expect(isIntra(h261("1 1 0 1 1 1")) == false)
        // A picture begins at any bit.
        #expect(isIntra(bytes("101 00000000000000010000 00111 0 0 1 1 1 1")) == true)
        #expect(isIntra(bytes("101 00000000000000010000 00111 0 0 0 1 1 1")) == false)
        // A group of blocks, of which the number follows.
        #expect(isIntra(bytes("0000000000000001 0011 00111 0 0 1 1")) == nil)
        #expect(isIntra([]) == nil)
        for length in 0..<4 { #expect(isIntra(Array(h261("0 0 1 1 1 1").prefix(length))) == nil) }
    }

    @Test func `Bytes at random`() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<80, using: &generator)
            // Many zeros, so that there are start codes.
            let bytes = (0..<count).map { _ in
                Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...255, using: &generator)
            }
            let start = bytes.indices.dropLast(2).first {
                bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] & 0xFC == 0x80
            }
            if start == nil { #expect(H263Picture.isIntra(bytes.span) == nil) }
            _ = H263Picture.isIntra(bytes.span)
            _ = H261Picture.isIntra(bytes.span)
        }
    }
}
