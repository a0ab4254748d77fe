import Composition
import MediaTime
import RandomNumbers
import Testing

@Suite struct EditTextTests {
    @Test(arguments: [
        ("2s..4s@1/4", "2s..4s@1/4"),
        ("2..4@25%", "2s..4s@1/4"),
        ("1s..2s@1..1/4", "1s..2s@1..1/4"),
        ("1s..2s@1..0.25", "1s..2s@1..1/4"),
        ("1s..2s@1..1/4 linear", "1s..2s@1..1/4"),
        ("1s..2s@1..1/4 smooth", "1s..2s@1..1/4 smooth"),
        ("2s..4s=8s", "2s..4s=8s"),
        ("3s+1.5s", "3s+1.5s"),
        ("2s..3s@-1/2", "2s..3s@-1/2"),
        ("360f..480f@1/8", "360f..480f@1/8"),
        ("00:01:30.5..@2x", "90.5s..@2"),
        ("..90f=10", "..90f=10s"),
        ("..@1/2", "..@1/2"),
        ("at-1s..at+500ms@1/4", "at-1s..at+0.5s@1/4"),
        ("at+2s", "at+2s"),
        ("at-1s+2s", "at-1s+2s"),
        ("2s..4s*3", "2s..4s*3"),
        ("at-1s..at+1s*1000", "at-1s..at+1s*1000"),
        ("..*2 boomerang", "..*2 boomerang"),
    ])
    func `Edits are read, and what they print reads back`(text: String, printed: String) throws {
        let edit = try Edit(parsing: text)
        #expect(edit.description == printed)
        #expect(try Edit(parsing: printed) == edit)
    }

    @Test(arguments: [
        ("", 0, ""),
        ("2s..4s", 0, "2s..4s"),
        ("2s..4s@", 7, ""),
        ("2s..4s@fast", 7, "fast"),
        ("2s..x@1/2", 4, "x"),
        ("2s@1/2", 0, "2s"),
        ("1s..2s@1..1/x", 10, "1/x"),
        ("1s..2s@1..", 10, ""),
        ("1s..2s@1..-1/4", 10, "-1/4"),
        ("1s..2s@0", 7, "0"),
        ("1s..2s@-0", 8, "0"),
        ("1s..2s@1..1/4 sharp", 14, "sharp"),
        ("1s..2s@1/4 smooth", 7, "1/4 smooth"),
        ("1s..2s=0s", 7, "0s"),
        ("1s..2s=90f", 7, "90f"),
        ("1s..2s=-1s", 7, "-1s"),
        ("-1s..2s@1/2", 0, "-1s"),
        ("+2s", 0, ""),
        ("3s+", 3, ""),
        ("at*2..3s@1", 0, "at*2"),
        ("at+3f..3s@1", 0, "at+3f"),
        ("1s..2s@1/2@1/4", 7, "1/2@1/4"),
        ("1s..2s*", 7, ""),
        ("1s..2s*0", 7, "0"),
        ("1s..2s*1001", 7, "1001"),
        ("1s..2s*+3", 7, "+3"),
        ("2s*3", 0, "2s"),
        ("1s..2s*3 back", 9, "back"),
        ("1s..2s*3 ", 9, ""),
        ("1s..2s*3@1/2", 4, "2s*3"),
    ])
    func `What is no edit is refused with its place`(text: String, offset: Int, part: String) {
        #expect {
            try Edit(parsing: text)
        } throws: { error in
            guard let error = error as? EditParseError else { return false }
            return error.text == text && error.offset == offset && error.part == part && !error.reason.isEmpty
        }
    }

    @Test func `The mark stands below the part that is wrong`() {
        #expect {
            try Edit(parsing: "1s..2s@1..1/x smooth")
        } throws: { error in
            "\(error)" == """
                '1/x' in '1s..2s@1..1/x smooth': a rate is written 0.5, 1/4, 25% or 2x
                  1s..2s@1..1/x smooth
                            ^^^
                """
        }
    }

    @Test(arguments: 0..<UInt64(8))
    func `Any text is read, or refused within itself`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let words = [
            "1s..2s", "@1/2", "..3f@", "1", "2s", ".5", "..", "..", "@", "@", "=", "+", "-", "/", "1/4", "at", " ",
            "smooth", "*", "*3", "boomerang", "f", "ms", ":", "%",
            "é", "x",
        ]
        var readable = 0
        for _ in 0..<4000 {
            let count = Int.random(in: 0...9, using: &generator)
            let text = (0..<count).compactMap { _ in words.randomElement(using: &generator) }.joined()
            do {
                let edit = try Edit(parsing: text)
                #expect(try Edit(parsing: edit.description) == edit, "\(text)")
                readable += 1
            } catch {
                #expect(error.offset >= 0 && error.length >= 0 && error.offset + error.length <= text.count, "\(text)")
            }
        }
        #expect(readable > 0)
    }

    @Test func `Times mean what the clip says they mean`() throws {
        let whole = try TimeRange(start: RationalTime(1, 1), end: RationalTime(9, 1))
        func edit(_ text: String) throws -> Edit? {
            try Edit(parsing: text).resolved(within: whole) { expression in
                switch expression {
                case .time(let time): time
                case .frame(let number): RationalTime(number, 120)
                case .anchor(let offset): try RationalTime(2, 1) + offset
                }
            }
        }
        #expect(try edit("..240f@1/2")?.description == "1s..2s@1/2")
        #expect(try edit("3s..=10s")?.description == "3s..9s=10s")
        #expect(try edit("at-1/2s..at+1s@1..1/4 smooth")?.description == "1.5s..3s@1..1/4 smooth")
        // What is relative to the anchor ends with the clip; what is written is taken as it is.
        #expect(try edit("at-5s..at@-1/2")?.description == "1s..2s@-1/2")
        #expect(try edit("at+8s..at+9s@1/2") == nil)
        #expect(try edit("..20s@1/2")?.description == "1s..20s@1/2")
        #expect(try edit("at+1s+2s")?.description == "3s+2s")
        // Of an open end nothing is left where the other one lies outside.
        #expect(try edit("..60f@1/4")?.part(within: whole) == nil)
        #expect(try edit("10s..@-1")?.part(within: whole) == nil)
        #expect(try edit("..1s*2") == nil)
        #expect(try edit("9s..@1..1/2") == nil)
    }
}
