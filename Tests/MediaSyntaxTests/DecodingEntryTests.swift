import MediaSyntax
import Testing

/// What the units of a packet say of where decoding can begin.
@Suite struct DecodingEntryTests {
    private func entry(_ codec: NALCodec, _ units: [[UInt8]]) -> DecodingEntry? {
        let startCode: [UInt8] = [0, 0, 1]
        let payload: [UInt8] = units.reduce(into: []) { $0 += startCode + $1 }
        return NALUnits(codec, .startCodes).decodingEntry(payload.span)
    }

    /// first_mb 0, slice type P (0: `1`) or I (7: `0001000`), parameter set 0.
    private let slice: [UInt8] = [0x61, 0b1110_0000, 0x80]
    private let intraSlice: [UInt8] = [0x61, 0b1000_1000, 0x80]

    @Test func `IDR is exact, a slice that refers to others is nothing`() {
        #expect(entry(.h264, [[0x65, 0x88]])?.kind == .exact)
        #expect(entry(.h264, [slice])?.kind == DecodingEntry.Kind.none)
        #expect(entry(.h264, [intraSlice])?.kind == .exact)
    }

    /// The message is the second of its unit; its count is Exp-Golomb coded.
    @Test(arguments: [(0b1110_0100, 0), (0b0001_0001, 7)] as [(UInt8, Int)])
    func `A recovery point counts frames`(bits: UInt8, frames: Int) {
        let information: [UInt8] = [0x06, 0x05, 0x02, 0xAA, 0xBB, 0x06, 0x02, bits, 0x40, 0x80]
        let expected = frames == 0 ? DecodingEntry.Kind.exact : .gradual(frames: frames)
        #expect(entry(.h264, [information, slice])?.kind == expected)
    }

    @Test func `A message that is cut short is none`() {
        #expect(entry(.h264, [[0x06, 0x06, 0x09, 0x80], slice])?.kind == DecodingEntry.Kind.none)
        #expect(entry(.h264, [[0x06, 0xFF, 0xFF], slice])?.kind == DecodingEntry.Kind.none)
        #expect(entry(.h264, [[0x06, 0x06]]) == nil)
    }

    @Test func `HEVC: CRA is exact, and leading frames that need nothing before it are told apart`() {
        #expect(entry(.hevc, [[21 << 1, 1, 0]])?.kind == .exact)
        #expect(entry(.hevc, [[7 << 1, 1, 0]])?.isDecodableLeading == true)
        #expect(entry(.hevc, [[9 << 1, 1, 0]])?.isDecodableLeading == false)
    }
}
