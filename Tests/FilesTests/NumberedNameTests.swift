import Mutations
import PathNames
import Testing

@Suite struct NumberedNameTests {
    @Test(
        arguments: [
            ("shot_%05d.tif", 7, "shot_00007.tif"), ("%d.png", 0, "0.png"), ("a%3db", 12, "a012b"),
            ("100%%_%02d.bmp", 123, "100%_123.bmp"), ("50% %d %x.png", 9, "50% 9 %x.png"),
            ("é%04d.jpg", 1, "é0001.jpg"),
            ("a\u{10FEE9}%d", 3, "a\u{10FEE9}3"),
        ] as [(String, Int64, String)]
    )
    func `A pattern is the names of files, there and back`(pattern: String, number: Int64, name: String) throws {
        let names = try #require(NumberedName(pattern: pattern))
        #expect(names.name(of: number) == name)
        #expect(names.number(in: name) == number)
        #expect(NumberedName(pattern: names.pattern) == names)
    }

    @Test(arguments: ["clip.mp4", "100%.mp4", "%s.png", "%-5d.png", "a%%d.png", "%", "%05", "%99d.png", "%d_%d.png"])
    func `Without one number there is no pattern`(pattern: String) {
        #expect(NumberedName(pattern: pattern) == nil)
    }

    @Test func `Numbers are counted`() {
        #expect(NumberedName.numberCount(in: "cam%d_%05d%%d.png") == 2)
        #expect(NumberedName.numberCount(in: "100%.mp4") == 0)
    }

    @Test(arguments: [
        "shot_1.tif", "shot_0001.tif", "shot_000001.tif", "shot_00001.tiff", "shot_0000a.tif", "shot_-0001.tif",
        "shot_.tif",
        "shot_1234567890123456789.tif", "hot_00001.tif", "shot_", "",
    ])
    func `Names of another form are not among them`(name: String) {
        #expect(NumberedName(pattern: "shot_%05d.tif")?.number(in: name) == nil)
    }

    @Test func `A number may have more digits than the pattern asks for`() {
        #expect(NumberedName(pattern: "shot_%05d.tif")?.number(in: "shot_123456.tif") == 123_456)
        #expect(NumberedName(pattern: "%d.tif")?.number(in: "01.tif") == nil)
    }

    @Test(arguments: [
        ("cam2_00017.tif", "cam2_%05d.tif"), ("7.png", "%d.png"), ("a1b.x2", "a%db.x2"), ("12", "%02d"), (".1", ".%d"),
        ("5%_1.png", "5%%_%d.png"),
    ])
    func `A name is one of those that differ in its last number`(name: String, pattern: String) {
        #expect(NumberedName(likeName: name)?.pattern == pattern)
    }

    @Test(arguments: ["clip.mp4", "", ".", "a.1", "x1234567890123456789.png"])
    func `A name without a number is one of none`(name: String) {
        #expect(NumberedName(likeName: name) == nil)
    }
}

/// Any text may be a pattern, and any name may be in a folder.
@Suite struct HostileNumberedNameTests {
    @Test func `What is read back is the same`() {
        var found = 0
        for seed in Rounds.seeds(20_000) {
            var mutation = Mutation(seed: seed)
            let text = mutation.damaged(
                "shot_%05d%%é.tif",
                words: ["%", "%d", "%%", "%018d", "0", "\u{10FEE9}", "/", "9999999999"]
            )
            if let names = NumberedName(pattern: text) {
                found += 1
                #expect(NumberedName(pattern: names.pattern) == names)
                #expect(names.number(in: names.name(of: 41)) == 41)
            }
            if let like = NumberedName(likeName: text) { #expect(like.number(in: text) != nil) }
        }
        #expect(found > 100)
    }
}
