import Testing

@testable import Comparison

@Suite struct FileNamesTests {
    @Test(arguments: [
        ("spectral:fast", "spectral-fast"), ("a b/c", "a-b-c"), ("../x", "x"), ("", "rendering"), ("été 2", "été-2"),
        ("...", "rendering"), ("<b>", "b-"), ("spectral.program", "spectral-program"),
    ])
    func `Names become fit for files`(name: String, safe: String) {
        #expect(FileNames.safe(name) == safe)
    }

    @Test func `Names that would be one file are told apart`() {
        var names = FileNames()
        #expect(["a", "a", "A", "a:b", "a-b"].map { names.unique($0) } == ["a", "a (2)", "A (3)", "a:b", "a-b (2)"])
        #expect(["a.b", "a.program"].map { names.unique($0) } == ["a.b (3)", "a.program"])
    }

    /// With the longest of their endings they are names that a system takes: 255 bytes.
    @Test(arguments: ["a", "é", "👩‍👩‍👧‍👦"])
    func `Long names are cut, and told apart`(character: String) {
        var names = FileNames()
        let long = String(repeating: character, count: 240)
        let files = [long, long + "b", "c"].map { FileNames.safe(names.unique($0)) }
        #expect(Set(files).count == 3)
        #expect(files.allSatisfy { "\($0).program.wav.peer.wav".utf8.count < 255 })
    }
}
