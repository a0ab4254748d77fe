import Mutations
import Presets
import TestSupport
import Testing

/// Whatever stands in the file of a preset: an error that says where it is wrong, and no endless work.
@Suite(.endsIfItHangs) struct HostilePresetTests {
    private static let preset = """
        # A comment.
        summary: All of it
        rate: 1/4
        trim: 1s..at+2s
        edits:
          - 2s..4s@1/4
          - 'at-1s..at@1..1/4 smooth'
        frame-rate: 29.97
        mute-reversed: true
        video-codec: hevc
        quality: 20
        record:
          size: 1280x720
          format: MJPG
          rotate: 90
        """
    private static let words =
        Mutation.numberWords + [
            "&a ", "*a", "<<: ", "? ", ": ", "- ", "[", "]", "{", "}", ",", "\n", "\t", "  ", "|", ">", "|+2\n", "\"",
            "'", "%YAML 9.9\n",
            "---\n", "...\n", "!!binary ", "!!python/object ", "! ", "#", "~", "null", "yes", "\u{FEFF}", "\0",
            "\u{85}", "\u{2028}",
            "summary: ", "record:\n", "edits: ", "\\x", "\\u0000", "@", "`",
        ]

    @Test func `Damaged presets`() {
        for seed in Rounds.seeds(4000) {
            var mutation = Mutation(seed: seed)
            let text = mutation.damaged(Self.preset, words: Self.words)
            do throws(PresetError) {
                _ = try Preset(parsing: text, file: "a.yaml")
            } catch {
                #expect(error.code == .malformed)
                #expect(error.message.hasPrefix("a.yaml"))
            }
        }
    }

    @Test(arguments: ["key", "value"])
    func `A value of billions of values`(place: String) {
        var lines = ["a0: &a0 [x, x]"]
        for level in 1..<40 {
            let twice = "[*a\(level - 1), *a\(level - 1)]"
            lines.append(place == "key" ? "? &a\(level) \(twice)\n: y" : "a\(level): &a\(level) \(twice)")
        }
        let error = #expect(throws: PresetError.self) {
            _ = try Preset(parsing: lines.joined(separator: "\n"), file: "a.yaml")
        }
        #expect(error?.message.contains("stands for another value") == true)
        #expect(error?.message.hasPrefix("a.yaml:2:") == true)
    }

    @Test(arguments: [
        #"summary: "R&D and *D*""#, "summary: 'R&D and *D*'", "summary: |-\n  R&D and *D*", "summary: R&D and *D* # *D",
        #"{summary: "R&D and *D*", audio-codec: "opus"}"#,
    ])
    func `Nor are those in quotes`(text: String) throws {
        #expect(try Preset(parsing: text, file: "a.yaml").summary == "R&D and *D*")
    }

    @Test(arguments: [
        "summary: &D x\ntitle: *D", "summary: \"&D\"\nedits: [a, *D]", "{summary: x,*D : y}",
        "'\"': &a [x]\nb: {*a: *a}",
        "summary: it is \"\nb: &a [x]\nc:\n- *a\n- x \"", "summary: *", "*a: 1\n*a: 2",
    ])
    func `Those that are aliases are refused, whatever stands before them`(text: String) {
        let error = #expect(throws: PresetError.self) { _ = try Preset(parsing: text, file: "a.yaml") }
        #expect(error?.message.contains("'*") == true, "\(error?.message ?? "")")
    }

    @Test func `Marks of aliases in a sentence are no aliases`() throws {
        let text = "summary: Slow *and* steady, R&D, 2 * 3 & more"
        #expect(try Preset(parsing: text, file: "a.yaml").summary == "Slow *and* steady, R&D, 2 * 3 & more")
    }

    @Test(arguments: ["[", "{", "- ", "? ", "{a: ", "[[]: ", "&a ", "!a ", "'\n\n", "a:\n "])
    func `Nested as deep as there is room for`(opening: String) {
        let text = String(repeating: opening, count: (1 << 20) / opening.utf8.count)
        #expect(throws: PresetError.self) { _ = try Preset(parsing: "summary: x\n\(text)", file: "a.yaml") }
    }
}
