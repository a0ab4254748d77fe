import MediaSyntax
import Mutations
import RandomNumbers
import TestSupport
import Testing

/// Times that stand within subtitles are moved, and nothing else of them.
@Suite(.endsIfItHangs) struct InnerTimesTests {
    /// A subtitle of three seconds, so many times as long, of which so many microseconds (afterwards) are cut at the beginning.
    private static func times(_ factor: Double, cut: Int64 = 0, length: Int64? = 3_000_000) -> InnerTimes {
        func place(_ instant: Int64) -> Int64 { Int64((Double(instant) * factor).rounded()) - cut }
        return InnerTimes(length: length, newLength: length.map(place), stretch: { factor }, place: place)
    }

    private static func moved(_ text: String, effect: String = "", _ times: InnerTimes) -> String {
        let line = "3,0,Default,a name,0,0,0,\(effect),\(text)"
        return String(decoding: DialogueTimes.moved(Array(line.utf8), by: times), as: UTF8.self)
    }

    private static func line(_ text: String, effect: String = "") -> String {
        "3,0,Default,a name,0,0,0,\(effect),\(text)"
    }

    static let texts: [(String, String)] = [
        (#"{\k50}la{\kf25}la{\K7}la{\ko100}la"#, #"{\k100}la{\kf50}la{\K14}la{\ko200}la"#),
        (#"{\move(1,2,3,4,100,250)}a"#, #"{\move(1,2,3,4,200,500)}a"#),
        (#"{\move(1,2,3,4)}a"#, #"{\move(1,2,3,4)}a"#),
        (#"{\move(1,2,3,4,0,0)}a"#, #"{\move(1,2,3,4,0,0)}a"#),
        (#"{\fad(150,250)}a"#, #"{\fad(300,500)}a"#),
        (#"{\fade(255,32,224,0,500,2000,2200)}a"#, #"{\fade(255,32,224,0,1000,4000,4400)}a"#),
        (#"{\fade(255,32,224,-1,500,200,-1)}a"#, #"{\fade(255,32,224,-1,1000,400,-1)}a"#),
        (#"{\t(0,500,\fs30\clip(1,2,3,4))}a"#, #"{\t(0,1000,\fs30\clip(1,2,3,4))}a"#),
        (#"{\t( 250 , 500 , 2.5 , \fs30)}a"#, #"{\t( 500 , 1000 , 2.5 , \fs30)}a"#),
        (#"{\t(1.5,\fs30)\t(\fs30)\t(500,0,\fs9)}a"#, #"{\t(1.5,\fs30)\t(\fs30)\t(1000,0,\fs9)}a"#),
        (#"{\kt100\k10}a{\k5\k30}b"#, #"{\kt200\k20}a{\k10\k60}b"#),
        // A second where nothing is said, and none where that is no number.
        (#"{\k}a{\kf}b{\ko }c{\k()}d"#, #"{\k200}a{\kf200}b{\ko 200}c{\k(200)}d"#),
        (#"{\kt\k}a{\kt}b{\kx\k30}c"#, #"{\kt\k200}a{\kt}b{\kx\k60}c"#),
        // No marks.
        (
            #"\k50 50 {k50} a, {\pos(10,20)\fscx50\fn50\an5} b {\k50"#,
            #"\k50 50 {k50} a, {\pos(10,20)\fscx50\fn50\an5} b {\k50"#
        ),
        ("", ""), (#"{\move(}{\t(}{\fad(,)}{\k-}"#, #"{\move(}{\t(}{\fad(,)}{\k-}"#),
    ]

    @Test(arguments: texts) func `Marks of a line that is shown twice as long`(text: (String, String)) {
        #expect(Self.moved(text.0, Self.times(2)) == Self.line(text.1))
        #expect(Self.moved(text.1, Self.times(1)) == Self.line(text.1))
    }

    /// Each syllable begins at the hundredth that is nearest to its instant.
    @Test func `Rounding does not add up`() {
        let text = String(repeating: #"{\k1}a"#, count: 9)
        let moved = Self.moved(text, Self.times(1.0 / 3))
        let lengths = moved.matches(of: /\\k([0-9]+)/).compactMap { Int($0.1) }
        #expect(lengths.count == 9)
        #expect(lengths.reduce(0, +) == 3)
        #expect(lengths.allSatisfy { $0 <= 1 })
    }

    @Test func `A line whose beginning is cut`() {
        let cut = Self.times(2, cut: 1_000_000)
        #expect(Self.moved(#"{\k30}a{\k40}b{\k50}c"#, cut) == Self.line(#"{\k0}a{\k40}b{\k100}c"#))
        #expect(Self.moved(#"{\kt90\k20}a{\kt\k90}b"#, cut) == Self.line(#"{\kt80\k40}a{\kt\k80}b"#))
        // What has moved before is at its end, and not moving all the time.
        #expect(Self.moved(#"{\move(1,2,3,4,100,400)}a"#, cut) == Self.line(#"{\move(1,2,3,4,-800,1)}a"#))
        #expect(Self.moved(#"{\t(100,500,\fs30)}a"#, cut) == Self.line(#"{\t(-800,1,\fs30)}a"#))
        #expect(Self.moved(#"{\fad(800,400)}a"#, cut) == Self.line(#"{\fad(600,800)}a"#))
        #expect(
            Self.moved(#"{\fade(255,0,255,0,400,2000,2500)}a"#, cut)
                == Self.line(#"{\fade(255,0,255,-1000,-200,3000,4000)}a"#)
        )
    }

    @Test func `What scrolls`() {
        #expect(Self.moved("a", effect: "Banner;8;0;50", Self.times(2)) == Self.line("a", effect: "Banner;16;0;50"))
        #expect(
            Self.moved("a", effect: "Scroll up;10;90;5", Self.times(2)) == Self.line("a", effect: "Scroll up;10;90;10")
        )
        #expect(Self.moved("a", effect: "Banner;1", Self.times(0.25)) == Self.line("a", effect: "Banner;1"))
        #expect(Self.moved("a", effect: "Karaoke", Self.times(2)) == Self.line("a", effect: "Karaoke"))
        // It scrolls no faster because less is shown.
        let cut = Self.times(1, cut: 1_500_000)
        #expect(Self.moved("a", effect: "Banner;8", cut) == Self.line("a", effect: "Banner;8"))
        // As players read it: whole, and at least 1.
        #expect(Self.moved("a", effect: "Banner;1.5", Self.times(2)) == Self.line("a", effect: "Banner;2"))
        #expect(Self.moved("a", effect: "Banner;0", Self.times(2)) == Self.line("a", effect: "Banner;2"))
        #expect(Self.moved("a", effect: "Banner;0", Self.times(1)) == Self.line("a", effect: "Banner;0"))
        for stretch in [-1e6, 1e9, -Double.infinity, .infinity, .nan] {
            let times = InnerTimes(length: 1000, newLength: -5_800_000_000, stretch: { stretch }, place: { $0 })
            let effect = "Banner;18014398509481"
            #expect(Self.moved("a", effect: effect, times) == Self.line("a", effect: effect))
        }
    }

    @Test func `A line without a known end`() {
        let times = Self.times(2, length: nil)
        #expect(Self.moved(#"{\fad(100,200)\k5}"#, times) == Self.line(#"{\fad(200,400)\k10}"#))
    }

    /// Two control sequences: shown at once, and no more after 200 units.
    private static let subpicture: [UInt8] = [0, 16, 0, 5, 9, 0, 0, 0, 10, 1, 0, 200, 0, 10, 2, 255]

    @Test func `A subpicture of a DVD`() {
        var expected = Self.subpicture
        (expected[10], expected[11]) = (1, 144)
        let moved = PictureTimes.movedSubpicture(Self.subpicture, by: Self.times(2))
        #expect(moved.bytes == expected)
        #expect(!moved.isCut)
        for delay in 0..<256 {
            var bytes = Self.subpicture
            (bytes[10], bytes[11]) = (UInt8(delay), 77)
            #expect(PictureTimes.movedSubpicture(bytes, by: Self.times(1)).bytes == bytes)
        }
        let far = PictureTimes.movedSubpicture(Self.subpicture, by: Self.times(1000))
        #expect(far.isCut)
        #expect(far.bytes[10...11] == [255, 255])
        // With a length of 32 bits.
        let large: [UInt8] = [0, 0, 0, 0, 0, 24, 0, 0, 0, 10, 0, 100, 0, 0, 0, 16, 0, 200, 0, 0, 0, 16, 2, 255]
        var moving = large
        (moving[11], moving[16], moving[17]) = (50, 0, 100)
        #expect(PictureTimes.movedSubpicture(large, by: Self.times(0.5)).bytes == moving)
    }

    @Test func `A page of DVB's subtitles`() {
        let rest: [UInt8] = [0x0F, 0x80, 0, 1, 0, 0]
        func page(_ seconds: UInt8) -> [UInt8] { [0x0F, 0x10, 0, 1, 0, 2, seconds, 0] + rest }
        #expect(PictureTimes.movedPages(page(5), by: Self.times(2)) == page(10))
        #expect(PictureTimes.movedPages(page(5), by: Self.times(0.25)) == page(2))
        #expect(PictureTimes.movedPages(page(200), by: Self.times(2)) == page(255))
        #expect(PictureTimes.movedPages([0x20, 0] + page(5), by: Self.times(2)) == [0x20, 0] + page(10))
    }

    /// Players go by what stands within, whatever the packet's own length.
    @Test func `A picture whose end is cut disappears there`() {
        // Whether the packet has a length of its own or not.
        let cut = InnerTimes(length: nil, newLength: nil, limit: 1_024_000, stretch: { 1 }, place: { $0 })
        var expected = Self.subpicture
        (expected[10], expected[11]) = (0, 90)
        #expect(PictureTimes.movedSubpicture(Self.subpicture, by: cut).bytes == expected)
        let page: [UInt8] = [0x0F, 0x10, 0, 1, 0, 2, 5, 0]
        #expect(PictureTimes.movedPages(page, by: cut) == [0x0F, 0x10, 0, 1, 0, 2, 2, 0])
    }

    /// A span cannot go through a macro.
    private static func composition(_ bytes: [UInt8]) -> PictureComposition? { PictureComposition(bytes.span) }

    @Test func `What Blu-ray's subtitles show, and nothing of it any more`() throws {
        let object = [UInt8](repeating: 9, count: 8)
        let shown: [UInt8] = [0x17, 0, 1, 0, 0x16, 0, 19, 7, 128, 4, 56, 16, 1, 255, 128, 0, 3, 1] + object
        let composition = try #require(Self.composition(shown + [0x80, 0, 0]))
        #expect(composition.isShown)
        let cleared: [UInt8] = [0x16, 0, 11, 7, 128, 4, 56, 16, 2, 0, 0, 0, 3, 0, 0x80, 0, 0]
        #expect(composition.cleared == cleared)
        #expect(Self.composition(cleared)?.isShown == false)
        for count in 0..<shown.count { #expect(Self.composition(Array(shown.prefix(count))) == nil) }
        #expect(Self.composition([0x16, 0, 3, 1, 2, 3]) == nil)
    }

    @Test func `Changed bytes`() {
        var random = SplitMix64(seed: 31)
        let scrolling = ["Banner;8;0;50", "Banner;18014398509481", "Scroll up;10;90;5", "Scroll down;0;0;999999999999"]
        let lines =
            Self.texts.map { Array(Self.line($0.0).utf8) } + scrolling.map { Array(Self.line("a", effect: $0).utf8) }
        for _ in Rounds.seeds(2000) {
            var bytes = (lines + [Self.subpicture]).randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] =
                    [UInt8.random(in: 0...255, using: &random), UInt8(ascii: "9"), UInt8(ascii: #"\"#)][
                        Int.random(in: 0..<3, using: &random)
                    ]
            }
            let lengths: [Int64?] = [nil, -9_000_000_000_000, -1, 0, 1, 1000, 3_000_000, 1 << 53]
            let (length, newLength) = (lengths.randomElement(using: &random), lengths.randomElement(using: &random))
            let factors: [Double] = [-1e9, 0, 1, 2, 100]
            let factor = factors.randomElement(using: &random) ?? 1
            let times = InnerTimes(
                length: length ?? nil,
                newLength: newLength ?? nil,
                stretch: { factor },
                place: { Int64((Double($0) * max(0, factor)).rounded()) }
            )
            _ = DialogueTimes.moved(bytes, by: times)
            #expect(PictureTimes.movedSubpicture(bytes, by: times).bytes.count == bytes.count)
            #expect(PictureTimes.movedPages(bytes, by: times).count == bytes.count)
        }
    }
}
