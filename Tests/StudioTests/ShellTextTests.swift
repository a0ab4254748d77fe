import Glibc
import PathNames
import TestSupport
import Testing

/// A shell reads back the arguments that were written.
@Suite struct ShellTextTests {
    static let words = [
        "plain", "", "two words", "it's", "''", "$HOME", "`id`", "a\"b", "back\\slash", "new\nline", "tab\there",
        "ümläut", "日本",
        "a;b&c|d>e", "*?[x]", "-x", "~", "#", "!", "1s..2s@1..1/4 smooth", "Im=pact", "'\n'\\", "\u{7F}9", "{a,b}",
        "it'\u{301}s", "'\u{200D}",
        PathName.text(of: [0x61, 0xFF, 0x37, 0xC3]),
    ]

    @Test(arguments: ["bash", "zsh"])
    func `Words come back as they were`(name: String) throws {
        guard isThere("/bin/\(name)") || isThere("/usr/bin/\(name)") else { return }
        let scratch = try ScratchDirectory()
        let line = ShellText.line(Self.words)
        var script = Array("printf '%s\\0' ".utf8)
        script += line.pathBytes.dropLast().map(UInt8.init(bitPattern:))
        let path = try scratch.write(script, to: "script")
        #expect(shell("\(name) -f \(path) > \(scratch.file("result"))") == 0)
        let bytes = try ScratchDirectory.bytes(of: scratch.file("result"))
        let read = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { PathName.text(of: $0) }
        #expect(Array(read) == Self.words)
    }
}
