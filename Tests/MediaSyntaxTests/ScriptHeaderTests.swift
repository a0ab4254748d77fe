import MediaSyntax
import RandomNumbers
import TestSupport
import Testing

/// The styles of several scripts of SubStation Alpha in one header.
@Suite(.endsIfItHangs) struct ScriptHeaderTests {
    private static func header(_ styles: String..., format: String = "Name, Fontname, Fontsize", end: String = "\n")
        -> [UInt8]
    {
        let lines =
            ["[Script Info]", "PlayResX: 640", "", "[V4+ Styles]", "Format: \(format)"] + styles.map { "Style: \($0)" }
            + ["", "[Events]", "Format: Layer, Text", ""]
        return Array(lines.joined(separator: end).utf8)
    }

    @Test(arguments: ["\n", "\r\n"]) func `Styles of another script are added behind the first one's`(end: String) {
        let joined = ScriptHeader.joined(
            Self.header("A,Sans,20", "B,Sans,30", end: end),
            [Self.header("B, Sans ,30", "C,Serif,9"), Self.header("D,Mono,1", "C,Serif,9", end: end)]
        )
        #expect(joined.bytes == Self.header("A,Sans,20", "B,Sans,30", "C,Serif,9", "D,Mono,1", end: end))
        #expect(joined.otherwiseDefined == [])
        #expect(!joined.hasOtherSize)
    }

    @Test func `Fields in another order`() {
        let other = Self.header("9,C,Serif", format: "Fontsize, Name, Fontname")
        let joined = ScriptHeader.joined(Self.header("A,Sans,20"), [other])
        #expect(joined.bytes == Self.header("A,Sans,20", "C,Serif,9"))
    }

    @Test func `What cannot be added is named`() {
        let first = Self.header("A,Sans,20")
        let otherwise = ScriptHeader.joined(first, [Self.header("A,Sans,21", "B,Sans,1")])
        #expect(otherwise.otherwiseDefined == ["A"])
        #expect(otherwise.bytes == Self.header("A,Sans,20", "B,Sans,1"))
        let fewer = ScriptHeader.joined(first, [Self.header("B,Sans", format: "Name, Fontname")])
        #expect(fewer.otherwiseDefined == ["B"])
        #expect(fewer.bytes == first)
        let size = String(decoding: first, as: UTF8.self).replacing("640", with: "320")
        #expect(ScriptHeader.joined(first, [Array(size.utf8)]).hasOtherSize)
    }

    @Test func `A script without styles takes those of the other`() {
        let plain = Array("[Script Info]\nPlayResX: 640\n\n[Events]\nFormat: Layer, Text\n".utf8)
        let joined = ScriptHeader.joined(plain, [Self.header("A,Sans,20")])
        let again = ScriptHeader.joined(joined.bytes, [Self.header("A,Sans,20")])
        #expect(again.bytes == joined.bytes)
        #expect(again.otherwiseDefined == [])
        #expect(String(decoding: joined.bytes, as: UTF8.self).hasSuffix("[Events]\nFormat: Layer, Text\n"))
        #expect(ScriptHeader.joined(plain, [[]]).bytes == plain)
    }

    @Test func `Changed bytes`() {
        var random = SplitMix64(seed: 8)
        let whole = Self.header("A,Sans,20", "B,Sans,30")
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let joined = ScriptHeader.joined(bytes, [whole])
            #expect(joined.bytes.count <= bytes.count + 2 * whole.count)
        }
    }
}
