import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// What is written over held frames: a hold shows what is at its instant, so what begins there is shown with it, and what ends there no longer
/// is. So it is with chapters.
@Suite struct HeldCuesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// An edit of the clip, and what is shown when: milliseconds of the output.
    struct Course: Sendable, CustomStringConvertible {
        let description: String
        let edits: [Edit]
        var trim: ClosedRange<Int64> = 0...4000
        let cues: [String]
        let chapters: [String]
    }

    private static func time(_ milliseconds: Int64) -> RationalTime { RationalTime(milliseconds, 1000) }

    private static func hold(_ milliseconds: Int64, _ duration: Int64) -> Edit {
        .hold(at: time(milliseconds), time(duration))
    }

    private static func range(_ start: Int64, _ end: Int64) -> TimeRange {
        // Of these, none is too long.
        (try? TimeRange(start: time(start), end: time(end))) ?? .instant(time(start))
    }

    static let courses: [Course] = [
        Course(
            description: "where a cue begins",
            edits: [hold(1700, 700)],
            cues: ["500–1200 a", "1700–2900 b", "2900–3600 c", "4200–4700 d"],
            chapters: ["0–1700 one", "1700–2900 two", "2900–4700 three"]
        ),
        Course(
            description: "where one ends and another one begins",
            edits: [hold(2200, 700)],
            cues: ["500–1200 a", "1700–2200 b", "2200–3600 c", "4200–4700 d"],
            chapters: ["0–1700 one", "1700–2200 two", "2200–4700 three"]
        ),
        Course(
            description: "where one ends",
            edits: [hold(1200, 700)],
            cues: ["500–1200 a", "2400–2900 b", "2900–3600 c", "4200–4700 d"],
            chapters: ["0–2400 one", "2400–2900 two", "2900–4700 three"]
        ),
        Course(
            description: "several",
            edits: [hold(1700, 300), hold(2000, 200), hold(2200, 500)],
            cues: ["500–1200 a", "1700–2700 b", "2700–3900 c", "4500–5000 d"],
            chapters: ["0–1700 one", "1700–2700 two", "2700–5000 three"]
        ),
        Course(
            description: "at the beginning",
            edits: [hold(0, 700)],
            cues: ["1200–1900 a", "2400–2900 b", "2900–3600 c", "4200–4700 d"],
            chapters: ["0–2400 one", "2400–2900 two", "2900–4700 three"]
        ),
        Course(
            description: "at the end of the file",
            edits: [hold(4000, 700)],
            cues: ["500–1200 a", "1700–2200 b", "2200–2900 c", "3500–4700 d"],
            chapters: ["0–1700 one", "1700–2200 two", "2200–4700 three"]
        ),
        Course(
            description: "at an in point",
            edits: [hold(1700, 700)],
            trim: 1700...2100,
            cues: ["0–1100 b"],
            chapters: ["0–1100 two"]
        ),
        Course(
            description: "at an out point",
            edits: [hold(1700, 700)],
            trim: 0...1700,
            cues: ["500–1200 a", "1700–2400 b"],
            chapters: ["0–1700 one", "1700–2400 two"]
        ),
        Course(
            description: "within what is slow",
            edits: [.rate(range(1000, 3000), .rate(1, 2)), hold(1700, 700)],
            cues: ["500–1400 a", "2400–4100 b", "4100–5500 c", "6200–6700 d"],
            chapters: ["0–2400 one", "2400–4100 two", "4100–6700 three"]
        ),
        Course(
            description: "before what is played backwards",
            edits: [hold(1700, 700), .reverse(range(1700, 3000), .normal)],
            cues: ["500–1200 a", "1700–2400 b", "4200–4700 d"],
            chapters: ["0–1700 one", "1700–3700 two", "2400–4700 three"]
        ),
        Course(
            description: "within what is played backwards",
            edits: [.reverse(range(2200, 3000), .normal), hold(2500, 700)],
            cues: ["500–1200 a", "1700–2200 b", "2700–3400 c", "4200–4700 d"],
            chapters: ["0–1700 one", "1700–2200 two", "2200–4700 three"]
        ),
        Course(
            description: "behind what is played backwards",
            edits: [.reverse(range(1000, 2200), .normal), hold(2200, 700)],
            cues: ["500–1000 a", "2200–3600 c", "4200–4700 d"],
            chapters: ["0–2200 one", "1000–1500 two", "2200–4700 three"]
        ),
        Course(
            description: "before a turn",
            edits: [hold(2200, 700), .repetition(range(1700, 2200), 1, isBoomerang: true)],
            cues: ["500–1200 a", "1700–2200 b", "2700–4100 c", "4700–5200 d"],
            chapters: ["0–1700 one", "1700–2700 two", "2700–5200 three"]
        ),
    ]

    private static let texts: [(start: Int64, end: Int64, text: String)] = [
        (500, 1200, "a"), (1700, 2200, "b"), (2200, 2900, "c"), (3500, 4000, "d"),
    ]

    /// In milliseconds.
    private static func chapters(_ chapters: [(start: Int64, end: Int64, title: String)]) -> [ChapterInfo] {
        chapters.map { chapter in
            ChapterInfo(
                timeBase: TimeBase(1, 1000),
                start: chapter.start,
                end: chapter.end,
                metadata: [MetadataEntry(key: "title", value: chapter.title)]
            )
        }
    }

    /// Four seconds at 30 frames a second.
    private func clip() throws -> String {
        var clip = Clip("mkv", frames: 120, at: .fps(30))
        func code(_ milliseconds: Int64) -> String {
            let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
            return "00:00:0\(seconds),\(rest == 0 ? "000" : "\(rest)")"
        }
        clip.subtitles = Self.texts.enumerated()
            .map { "\($0 + 1)\n\(code($1.start)) --> \(code($1.end))\n\($1.text)\n\n" }.joined()
        clip.chapters = Self.chapters([(0, 1700, "one"), (1700, 2200, "two"), (2200, 4000, "three")])
        return try clip.write(to: scratch)
    }

    private func plan(_ course: Course, of path: String, for container: Container) throws -> ExportPlan {
        let media = try MediaDescription(ofFile: path)
        var composition = Composition()
        let played = Self.range(course.trim.lowerBound, course.trim.upperBound)
        try composition.insert(played, of: media.asset, at: .zero)
        try composition.apply(course.edits, from: played.start)
        return try ExportPlan(composition, of: [media], container: container)
    }

    private func milliseconds(_ time: RationalTime) -> Int64 { Int64((time.seconds * 1000).rounded()) }

    /// Texts of Matroska, copied and written anew, and of MP4.
    @Test(arguments: courses, [("mkv", "mkv"), ("mkv", "mp4"), ("mp4", "mp4"), ("mp4", "mkv")])
    func `A hold shows what is at its instant`(course: Course, kinds: (String, String)) throws {
        var path = try clip()
        if kinds.0 == "mp4" {
            try Retime().run(path, to: scratch.file("clip.mp4"))
            path = scratch.file("clip.mp4")
        }
        let output = scratch.file("result.\(kinds.1)")
        let container = try #require(Container(forPath: output))
        let plan = try plan(course, of: path, for: container)
        let report = try Exporter(plan: plan).run(to: output)
        #expect(report.duration == plan.duration)
        let cues = try ClipReader(output).packets[1].compactMap { packet -> String? in
            let bytes = packet.payload.bytes
            let text = String(decoding: bytes.count > 2 && bytes[0] == 0 ? bytes[2..<3] : bytes[...], as: UTF8.self)
            guard let start = packet.pts, text.contains(where: \.isLetter) else { return nil }
            return "\(milliseconds(start))–\(milliseconds(try start + packet.duration)) \(text)"
        }
        #expect(cues == course.cues)
        let chapters = plan.chapters.map { chapter in
            "\(milliseconds(chapter.range.start))–\(milliseconds(chapter.range.end)) \(chapter.title ?? "")"
        }
        #expect(chapters == course.chapters)
    }

    /// At 29.97 frames a second the 51st begins at 1.7017 s, and what begins with it does so at 1.702 s in Matroska. Nor do chapters that end with
    /// the file end when it does.
    @Test(
        arguments: [(51, "0–1702 one", "1702–3001 two"), (60, "0–1702 one", "1702–3002 two")]
            as [(Int64, String, String)]
    )
    func `A hold shows what was rounded to a millisecond beside its instant`(
        held: (frame: Int64, one: String, two: String)
    ) throws {
        var clip = Clip("mkv", frames: 60, at: FrameRate(30_000, 1001))
        clip.subtitles = """
            1
            00:00:00,500 --> 00:00:01,702
            a

            2
            00:00:01,702 --> 00:00:02,002
            b

            """
        clip.chapters = Self.chapters([(0, 1702, "one"), (1702, 2001, "two")])
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = try Composition([media.asset])
        let instant = held.frame == 60 ? media.asset.duration : RationalTime(held.frame * 1001, 30_000)
        try composition.apply([.hold(at: instant, Self.time(1000))])
        let plan = try ExportPlan(composition, of: [media], container: .mkv)
        let output = scratch.file("result.mkv")
        _ = try Exporter(plan: plan).run(to: output)
        let cues = try ClipReader(output).packets[1].map { packet in
            let start = try #require(packet.pts)
            let end = try start + packet.duration
            return
                "\(milliseconds(start))–\(milliseconds(end)) \(String(decoding: packet.payload.bytes, as: UTF8.self))"
        }
        #expect(cues == ["500–1702 a", "1702–3002 b"])
        let moved = plan.chapters.map { chapter in
            "\(milliseconds(chapter.range.start))–\(milliseconds(chapter.range.end)) \(chapter.title ?? "")"
        }
        #expect(moved == [held.one, held.two])
    }

    /// It ended with the one behind it, and came back.
    @Test(arguments: [(3000, ["500 d"]), (1600, ["0 b", "100 c", "1900 d"])] as [(Int64, [String])])
    func `A cue without a duration is shown where no other has begun since`(
        trim: (start: Int64, cues: [String])
    ) throws {
        var clip = Clip("mkv", frames: 120, at: .fps(30))
        clip.subtitles = """
            1
            00:00:00,500 --> 00:00:01,000
            a

            2
            00:00:01,500 --> 00:00:01,500
            b

            3
            00:00:01,700 --> 00:00:02,200
            c

            4
            00:00:03,500 --> 00:00:03,800
            d

            """
        var retime = Retime()
        retime.trim = Self.range(trim.start, 4000)
        try retime.run(clip.write(to: scratch), to: scratch.file("result.mp4"))
        // In MP4 there is an empty one wherever nothing is shown.
        let cues = try ClipReader(scratch.file("result.mp4")).packets[1].compactMap { packet -> String? in
            guard let start = packet.pts, packet.payload.bytes.count > 2 else { return nil }
            return "\(milliseconds(start)) \(String(decoding: packet.payload.bytes[2..<3], as: UTF8.self))"
        }
        #expect(cues == trim.cues)
    }

    /// Only its beginning and its end are read.
    @Test func `Matroska that begins after zero keeps the cues between`() throws {
        var audio = Clip.Audio("pcm_s16le", samples: 576_000)
        audio.start = 24_000
        var clip = Clip("mkv", audio: audio)
        clip.subtitles = "1\n00:00:04,000 --> 00:00:05,000\na\n\n2\n00:00:08,000 --> 00:00:09,000\nb\n\n"
        try Retime().run(clip.write(to: scratch), to: scratch.file("result.mkv"))
        let starts = try ClipReader(scratch.file("result.mkv")).packets[1].compactMap(\.pts).map(milliseconds)
        #expect(starts == [3500, 7500])
    }

    /// What moves within a subtitle does so as the subtitle does.
    @Test func `Syllables that begin and end at a hold are on its sides`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(30))
        clip.subtitles = """
            [Script Info]
            ScriptType: v4.00+

            [V4+ Styles]
            Format: Name, Fontname, Fontsize
            Style: Default,Arial,16

            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\k50}a{\\k50}b{\\k50}c
            """
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = try Composition([media.asset])
        try composition.apply([Self.hold(1500, 700)])
        let plan = try ExportPlan(composition, of: [media], container: .mkv)
        let output = scratch.file("result.mkv")
        _ = try Exporter(plan: plan).run(to: output)
        let packet = try #require(ClipReader(output).packets[1].first)
        #expect(packet.duration == RationalTime(22, 10))
        let text = String(decoding: packet.payload.bytes, as: UTF8.self)
        #expect(text.contains("{\\k50}a{\\k120}b{\\k50}c"), "\(text)")
    }
}
