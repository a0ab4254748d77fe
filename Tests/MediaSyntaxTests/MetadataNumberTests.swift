import MediaSyntax
import Testing

@Suite struct MetadataNumberTests {
    @Test(
        arguments: [
            (.int8, [1], "1"), (.int8, [0xFF], "-1"), (.uint8, [0xFF], "255"), (.int16, [0xFF, 0xFE], "-2"),
            (.uint16, [1, 2], "258"), (.signed, [0xFF], "-1"), (.signed, [0, 0x80, 0], "32768"),
            (.unsigned, [0x80, 0], "32768"), (.int32, [0x80, 0, 0, 0], "-2147483648"),
            (.uint64, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "18446744073709551615"),
            (.int64, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], "-2"), (.float, [0x43, 0x70, 0, 0], "240.0"),
            (.double, [0x40, 0x6E, 0, 0, 0, 0, 0, 0], "240.0"),
        ] as [(MetadataNumber, [UInt8], String)]
    )
    func `A number is text and back`(number: (type: MetadataNumber, bytes: [UInt8], text: String)) {
        #expect(number.type.text(of: number.bytes[...]) == number.text)
        #expect(number.type.bytes(of: number.text, count: number.bytes.count) == number.bytes)
    }

    @Test func `What does not fit is none`() {
        #expect(MetadataNumber.int8.text(of: [1, 2]) == nil)
        #expect(MetadataNumber.signed.text(of: []) == nil)
        #expect(MetadataNumber.signed.text(of: Array(repeating: 1, count: 9)[...]) == nil)
        #expect(MetadataNumber.int8.bytes(of: "128", count: 1) == nil)
        #expect(MetadataNumber.unsigned.bytes(of: "-1", count: 4) == nil)
        #expect(MetadataNumber.float.bytes(of: "fast", count: 4) == nil)
        // libavformat writes more decimals.
        #expect(MetadataNumber.float.bytes(of: "240.000000", count: 4) == [0x43, 0x70, 0, 0])
    }
}
