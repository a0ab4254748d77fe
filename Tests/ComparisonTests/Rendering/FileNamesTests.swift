import Testing

@testable import Comparison

@Suite struct FileNamesTests {
    @Test(arguments: [
        ("spectral:fast", "spectral-fast"), ("a b/c", "a-b-c"), ("../x", "x"), ("", "rendering"), ("été 2", "été-2"),
        ("...", "rendering"), ("<b>", "b-"),
    ])
    func `Names become fit for files`(name: String, safe: String) {
        #expect(FileNames.safe(name) == safe)
    }

    @Test(arguments: [("/a/b.wav", "b"), ("b", "b"), (".hidden", ".hidden"), ("a.b.flac", "a.b")])
    func `A stem is a name without its ending`(path: String, stem: String) {
        #expect(FileNames.stem(of: path) == stem)
    }

    @Test func `Names that would be one file are told apart`() {
        var names = FileNames()
        #expect(["a", "a", "A", "a:b", "a-b"].map { names.unique($0) } == ["a", "a (2)", "A (3)", "a:b", "a-b (2)"])
    }
}
