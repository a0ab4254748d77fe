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
        #expect(joined.incomplete == [])
        #expect(!joined.hasOtherSize)
    }

    @Test func `Fields in another order`() {
        let other = Self.header("9,C,Serif", format: "Fontsize, Name, Fontname")
        let joined = ScriptHeader.joined(Self.header("A,Sans,20"), [other])
        #expect(joined.bytes == Self.header("A,Sans,20", "C,Serif,9"))
    }

    @Test func `What cannot be added is named`() {
        let first = Self.header("A,Sans,20")
        let fewer = ScriptHeader.joined(first, [Self.header("B,Sans", format: "Name, Fontname")])
        #expect(fewer.incomplete == ["B"])
        #expect(fewer.bytes == first)
        // Behind a third that has it whole.
        let third = Self.header("B,Sans,30")
        let late = ScriptHeader.joined(first, [Self.header("B,Sans", format: "Name, Fontname"), third])
        #expect(late.incomplete == ["B"])
        #expect(late.bytes == Self.header("A,Sans,20", "B,Sans,30"))
        let size = String(decoding: first, as: UTF8.self).replacing("640", with: "320")
        #expect(ScriptHeader.joined(first, [Array(size.utf8)]).hasOtherSize)
    }

    @Test func `Styles of one name that are defined otherwise get another name, and lines follow`() throws {
        let first = Self.header("A,Sans,20", "A_2,Sans,1", "Default,Sans,5", "Own,Sans,6")
        let second = Self.header("A,Sans,21", "B,Sans,30", "Default,Sans,7")
        let third = Self.header("Default,Sans,5", "A,Sans,21")
        let joined = ScriptHeader.joined(first, [second, third, second])
        #expect(
            joined.bytes
                == Self.header(
                    "A,Sans,20",
                    "A_2,Sans,1",
                    "Default,Sans,5",
                    "Own,Sans,6",
                    "A_3,Sans,21",
                    "B,Sans,30",
                    "Default_2,Sans,7"
                )
        )
        #expect(joined.incomplete == [])
        func renamed(_ style: String, _ text: String, of script: [UInt8]) throws -> String {
            let names = try #require(joined.names[script])
            let line = names.renamed(Array("0,0,\(style),A,0,0,0,,\(text)".utf8))
            return String(decoding: line, as: UTF8.self)
        }
        func line(_ style: String, _ text: String) -> String { "0,0,\(style),A,0,0,0,,\(text)" }
        let text = #"A {\rA}a{\b1\r A \i1\t(0,9,\rDefault)\r}, \rA {\rB\rnone\rOwn}{\rA"#
        // The first one has no style B.
        #expect(try renamed("A", text, of: first) == line("A", text.replacing(#"\rB"#, with: #"\r"#)))
        let moved = #"A {\rA_3}a{\b1\rA_3\i1\t(0,9,\rDefault_2)\r}, \rA {\rB\rnone\r}{\rA"#
        #expect(try renamed("A", text, of: second) == line("A_3", moved))
        #expect(try renamed("*A", "a", of: third) == line("A_3", "a"))
        // What a script does not define looks as its own default style, whatever another script says.
        #expect(try renamed("Own", "a", of: second) == line("Default_2", "a"))
        #expect(try renamed("B", "a", of: first) == line("Default", "a"))
        for line in ["", ",", "0,0,A", "0,0,A,,0,0,0,"] {
            #expect(joined.names[second]?.renamed(Array(line.utf8)) == Array(line.utf8))
        }
    }

    @Test func `A script without styles takes those of the other`() {
        let plain = Array("[Script Info]\nPlayResX: 640\n\n[Events]\nFormat: Layer, Text\n".utf8)
        let joined = ScriptHeader.joined(plain, [Self.header("A,Sans,20")])
        let again = ScriptHeader.joined(joined.bytes, [Self.header("A,Sans,20")])
        #expect(again.bytes == joined.bytes)
        #expect(String(decoding: joined.bytes, as: UTF8.self).hasSuffix("[Events]\nFormat: Layer, Text\n"))
        #expect(ScriptHeader.joined(plain, [[]]).bytes == plain)
    }

    @Test func `Many styles`() {
        let names = (0..<10_000).map { "N\($0)" }
        let (first, second) = (names[..<6000], names[4000...])
        func script(_ names: ArraySlice<String>, _ size: Int) -> [UInt8] {
            let styles = names.map { "Style: \($0),Sans,\(size)" }.joined(separator: "\n")
            return Array(("[V4+ Styles]\nFormat: Name, Fontname, Fontsize\n" + styles + "\n[Events]\n").utf8)
        }
        let joined = ScriptHeader.joined(script(first, 1), [script(second, 2), script(second, 3), script(second, 2)])
        #expect(joined.incomplete == [])
        var whole = [(first, 1)].flatMap { part, size in part.map { "Style: \($0),Sans,\(size)" } }
        whole += second.enumerated().map { $0 < 2000 ? "Style: \($1)_2,Sans,2" : "Style: \($1),Sans,2" }
        whole += second.enumerated().map { "Style: \($1)_\($0 < 2000 ? 3 : 2),Sans,3" }
        let lines = String(decoding: joined.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("Style:") }.map(String.init) == whole)
        #expect(lines.last == "[Events]")
    }

    /// Nobody has so many fields: what they hold is not written once for each.
    @Test func `Many fields`() {
        let format = (["Name"] + (0..<20_000).map { "F\($0)" }).joined(separator: ",")
        let many = Self.header("A," + String(repeating: ",", count: 19_999), "B", format: format)
        let other = Self.header("C,Sans,1", "D,Sans,1")
        let joined = ScriptHeader.joined(many, [other])
        #expect(joined.bytes == many)
        #expect(joined.incomplete == ["C", "D"])
        let reversed = ScriptHeader.joined(other, [many])
        #expect(reversed.bytes == other)
        #expect(reversed.incomplete == ["A", "B"])
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
            var line = Array(#"0,0,A,,0,0,0,,{\rA}a{\b1\t(\rB)}, {\r}b"#.utf8)
            for _ in 0..<3 {
                line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = joined.names[whole]?.renamed(line)
        }
    }
}
