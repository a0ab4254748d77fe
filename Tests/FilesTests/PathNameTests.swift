import PathNames
import RandomNumbers
import Testing

@Suite struct PathNameTests {
    @Test(arguments: ["", "clip.mp4", "Zeitlupe ½ é 🎬", "\u{301}a", "\u{10FFFD}"]) func `Unicode stays as it is`(
        name: String
    ) {
        #expect(PathName.text(of: name.utf8) == name)
        #expect(name.pathBytes == Array(name.utf8CString))
    }

    @Test(
        arguments: [
            ([0x61, 0xE9, 0x2E], "a\u{10FEE9}."), ([0xFF], "\u{10FEFF}"), ([0xC3], "\u{10FEC3}"),
            // Half of a surrogate pair, and a scalar that stands for a byte.
            ([0xED, 0xA0, 0x80], "\u{10FEED}\u{10FEA0}\u{10FE80}"),
            ([0xF4, 0x8F, 0xBA, 0x80], "\u{10FEF4}\u{10FE8F}\u{10FEBA}\u{10FE80}"),
        ] as [([UInt8], String)]
    )
    func `Every other byte has a scalar`(bytes: [UInt8], text: String) {
        #expect(PathName.text(of: bytes) == text)
    }

    @Test func `There and back again is the same`() {
        var random = SplitMix64(seed: 3)
        let bytes: [UInt8] = [0x2F, 0x61, 0x80, 0x8F, 0xBA, 0xBB, 0xC3, 0xA9, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        for _ in 0..<20_000 {
            let name = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                bytes[Int.random(in: 0..<bytes.count, using: &random)]
            }
            #expect(PathName.text(of: name).pathBytes == name.map(CChar.init(bitPattern:)) + [0])
        }
    }

    @Test(arguments: [
        ("/a/b.wav", "b.wav", "b"), ("b", "b", "b"), (".hidden", ".hidden", ".hidden"), ("a.b.flac", "a.b.flac", "a.b"),
        ("a/b.c/", "b.c", "b"), ("a.b/c", "c", "c"), ("a/\u{301}b.\u{301}c", "\u{301}b.\u{301}c", "\u{301}b"),
        ("/", "/", "/"), ("", "", ""),
    ])
    func `A path ends with a name, and that with an ending`(path: String, last: String, stem: String) {
        #expect(PathName.last(of: path).utf8.elementsEqual(last.utf8))
        #expect(PathName.stem(of: path).utf8.elementsEqual(stem.utf8))
    }
}
