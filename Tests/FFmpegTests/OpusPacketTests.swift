import FFmpeg
import Testing

/// How many samples a packet of Opus has (RFC 6716, 3.1 and 3.2).
@Suite struct OpusPacketTests {
    @Test(
        arguments: [
            ([0x00], 480), ([0x18], 2_880), ([0x60], 480), ([0x78], 960), ([0x80], 120), ([0xF8], 960),
            ([0xFC, 1, 2], 960),
            ([0xF9], 1_920), ([0x1A], 5_760), ([0xFB, 0x03], 2_880), ([0xFB, 0xC6, 9], 5_760), ([0x83, 48], 5_760),
        ] as [([UInt8], Int)]
    )
    func `It is said by its first bytes`(bytes: [UInt8], count: Int) {
        #expect(OpusPacket.sampleCount(bytes.span) == count)
    }

    @Test func `Of damaged ones it is nothing, or what a packet can have`() {
        #expect(OpusPacket.sampleCount([UInt8]().span) == nil)
        for first in UInt8.min ... .max {
            for bytes in [[first]] + (UInt8.min ... .max).map({ [first, $0] }) {
                let count = OpusPacket.sampleCount(bytes.span)
                #expect(count.map { (120...5_760).contains($0) } ?? (first & 3 == 3))
            }
        }
    }
}
