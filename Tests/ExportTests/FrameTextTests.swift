import Composition
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Texts upon frames.
@Suite struct FrameTextTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [
        ("Attempt 2 at top-right", "Attempt 2", FrameText.Place.topRight), ("Attempt 2", "Attempt 2", .topLeft),
        ("look at me", "look at me", .topLeft), ("at bottom", "at bottom", .topLeft),
        ("a at b at middle", "a at b", .middle),
    ])
    func `A text may name its place`(written: String, text: String, place: FrameText.Place) throws {
        #expect(try FrameText(parsing: written) == FrameText(text, at: place))
    }

    @Test(arguments: ["", " ", " at top", "  at bottom-left", "\n"])
    func `A text of which nothing is seen is refused`(written: String) {
        #expect(throws: ParseError.self) { try FrameText(parsing: written) }
    }

    @Test func `Nothing of a text is a command`() {
        #expect(SubtitleScript.plain("{\\an5}\nb\u{7}") == "\\{\\\u{2060}an5\\}\\Nb")
    }

    /// How much the text changes of each ninth of the frame, row by row.
    private func changes(_ texts: [FrameText], of path: String, as name: String) throws -> [Double] {
        var plain = Retime()
        plain.settings.video = VideoEncoding(codec: .ffv1)
        plain.settings.shape.size = .percent(100)
        var written = plain
        written.settings.texts = texts
        try plain.run(path, to: scratch.file("plain-\(name).mkv"))
        try written.run(path, to: scratch.file("text-\(name).mkv"))
        let (before, after) = (
            try StillFrame(of: scratch.file("plain-\(name).mkv")), try StillFrame(of: scratch.file("text-\(name).mkv"))
        )
        #expect((before.width, before.height) == (after.width, after.height))
        return (0..<9).map { ninth in
            let (column, row) = (ninth % 3, ninth / 3)
            var sum = 0.0
            for y in row * after.height / 3..<(row + 1) * after.height / 3 {
                for x in column * after.width / 3..<(column + 1) * after.width / 3 {
                    sum += abs(after[x, y] - before[x, y])
                }
            }
            return sum
        }
    }

    @Test(arguments: FrameText.Place.allCases.enumerated().map { ($0, $1) })
    func `It is where it was asked for, and nowhere else`(index: Int, place: FrameText.Place) throws {
        let path = try Clip("mkv", frames: 2, at: .fps(25), codec: .ffv1).write(to: scratch)
        let changes = try changes([FrameText("II", at: place)], of: path, as: "\(index)")
        for (number, change) in changes.enumerated() { #expect((change > 100) == (number == index), "\(changes)") }
    }

    @Test(arguments: ["Größe", "Привет", "مرحبا", "{\\an3}%{pts}", "a:b'c,d;[e]\\"])
    func `Texts of any script are written`(text: String) throws {
        let path = try Clip("mkv", frames: 2, at: .fps(25), codec: .ffv1).write(to: scratch)
        let changes = try changes([FrameText(text, at: .topLeft)], of: path, as: "script")
        #expect(changes[0] > 100)
        #expect(changes[8] == 0)
    }

    @Test(arguments: [
        ("timecode,rate,frame", [BurnedFact.timecode, .rate, .frame]), ("frame, rate", [.frame, .rate]),
        ("", nil), ("rate,rate", nil), ("time", nil),
    ])
    func `What is said of frames is a list`(written: String, facts: [BurnedFact]?) {
        #expect((try? [BurnedFact](parsing: written)) == facts)
    }

    /// Of a plane that Unicode leaves to anyone: no font has it.
    @Test func `A letter that no font has is an error`() throws {
        let path = try Clip("mkv", frames: 2, at: .fps(25), codec: .ffv1).write(to: scratch)
        var retime = Retime()
        retime.settings.texts = [FrameText("a\u{10FFFD}", at: .topLeft)]
        let error = #expect(throws: ExportError.self) { try retime.plan(path, for: .mkv) }
        #expect(error?.message.hasPrefix("no font that is installed has the letter '\u{10FFFD}' of a text") == true)
    }

    @Test func `Times and rates as they are said`() {
        #expect(FrameFacts.clock(3_723.4567) == "01:02:03.456")
        #expect(FrameFacts.clock(1.0 / 30) == "00:00:00.033")
        #expect(FrameFacts.clock(0.029) == "00:00:00.029")
        #expect(
            [0.25, 1, -0.5, 1.0 / 3, 12.3456, 0, -0.0001].map(FrameFacts.rate)
                == ["0.25x", "1x", "-0.5x", "0.333x", "12.346x", "0x", "0x"]
        )
    }

    /// Of a ramp, a reversal and a hold.
    @Test func `A frame says when it is, how fast it goes, and which it is`() throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 120, at: .fps(60)).write(to: scratch))
        var composition = Composition()
        try composition.insert(
            TimeRange(start: RationalTime(1, 2), end: RationalTime(2, 1)),
            of: media.asset,
            at: .zero
        )
        try composition.scale(by: PlaybackRate(1, 4))
        let plan = try ExportPlan(composition, of: [media], container: .mp4)
        let parts = try #require(plan.video).parts
        let facts = try FrameFacts([.timecode, .rate, .frame], parts, of: [media])
        let text = try facts.text(ofFrameAt: RationalTime(61, 60), shownAt: RationalTime(31 * 4, 60), ofPart: 0)
        #expect(text == "00:00:01.016\n0.25x\nframe 61")
        // At 1.02 s, and at 1.01 s backwards, a fifth and two fifths of the way: 13107.2 and 26214.4 of 65,536.
        let places = [(62, 16384), (62, 1), (62, 65535), (64, 32768), (62, 13107), (60, 26214)].map { number, share in
            MadePlace(next: RationalTime(Int64(number), 60), share: share)
        }
        let made = try places.map {
            try facts.text(ofFrameAt: RationalTime(61, 60), made: $0, shownAt: RationalTime(31 * 4, 60), ofPart: 0)
        }
        #expect(
            made == [
                "00:00:01.020\n0.25x\nframe 61.25", "00:00:01.016\n0.25x\nframe 61.00",
                "00:00:01.033\n0.25x\nframe 61.99", "00:00:01.041\n0.25x\nframe 62.50",
                "00:00:01.020\n0.25x\nframe 61.20", "00:00:01.010\n0.25x\nframe 60.60",
            ]
        )
    }

    @Test func `Frames keep their numbers where their times are uneven`() {
        // Milliseconds of a rate of 30, then a hole, then others at will.
        let even = (0..<100).map { (Double($0) * 1000 / 30).rounded() / 1000 }
        let others = [5, 5.01, 5.5, 5.6, 9, 9.04, 9.08]
        let numbers = FrameNumbers(even + others)
        for (number, instant) in (even + others).enumerated() {
            let ticks = Int64((instant * 1000).rounded())
            #expect(numbers.number(at: RationalTime(ticks, 1000)) == Int64(number))
        }
        #expect(FrameNumbers([]).number(at: .zero) == nil)
    }

    @Test func `What is said stands at the bottom right, and changes`() throws {
        let path = try Clip("mkv", frames: 30, at: .fps(25), codec: .ffv1).write(to: scratch)
        var retime = Retime(to: .fps(25))
        retime.settings.video = VideoEncoding(codec: .ffv1)
        try retime.run(path, to: scratch.file("plain.mkv"))
        retime.settings.burned = [.frame]
        try retime.run(path, to: scratch.file("said.mkv"))
        let plain = try StillFrame(of: scratch.file("plain.mkv"))
        let said = try StillFrame(of: scratch.file("said.mkv"))
        var (inside, outside) = (0.0, 0.0)
        for y in 0..<said.height {
            for x in 0..<said.width {
                let change = abs(said[x, y] - plain[x, y])
                if x > said.width / 2, y > said.height * 2 / 3 { inside += change } else { outside += change }
            }
        }
        #expect(inside > 100)
        #expect(outside == 0)
        #expect(try retime.plan(path, for: .mkv).video?.reason.contains("its frame is written upon it") == true)
    }

    @Test func `Frames that are only written upon are encoded, at their own times`() throws {
        let path = try Clip("mp4", frames: 30, at: .fps(120)).write(to: scratch)
        var retime = Retime(.rate(1, 2))
        retime.settings.texts = [FrameText("Attempt 2", at: .bottomRight)]
        #expect(try retime.plan(path, for: .mp4).video?.reason == "a text is written upon it")
        try retime.run(path, to: scratch.file("out.mp4"))
        let frames = try ClipReader(scratch.file("out.mp4")).frames()
        #expect(frames.map(\.time) == (0..<30).map { RationalTime($0, 60) })
    }
}
