import FoundationEssentials
import MediaTime
import TestSupport
import Testing

/// Edits, presets, conforming and side files, as they are asked for on the command line.
@Suite struct EditTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 240, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 96_000)]
        self.clip = try clip.write(to: scratch)
    }

    @Test(arguments: [
        (["--edit", "0.5s..1s@1/4"], "00:00:03.500"), (["--edit", "60f..120f@1/4"], "00:00:03.500"),
        (["--edit", "1s..2s@1..1/4"], "00:00:02.600"), (["--edit", "1s..2s@1..1/4 smooth"], "00:00:02.600"),
        (["--edit", "1s..2s=4s"], "00:00:05.000"), (["--edit", "1s+1.5s"], "00:00:03.500"),
        (["--edit", "1s..@-1/2"], "00:00:03.000"), (["--edit", "..1s@2", "--edit", "1s..@1/2"], "00:00:02.500"),
        (["--edit", "at-0.5s..at@1/2", "--at", "120f"], "00:00:02.500"),
        // What lies outside of the clip is left out.
        (["--edit", "at+0.5s+1s", "--at", "1.8s"], "00:00:02.000"),
        (["--edit", "at-2s+1s", "--at", "1s"], "00:00:02.000"),
        (["--zoom", "at-0.5s..at+0.5s@1..2", "--at", "1.8s"], "00:00:02.000"),
        (["--zoom", "at+1s..at+2s@1..2", "--at", "1.8s"], "00:00:02.000"),
        (["--edit", "0.5s..1s@1/4", "--rate", "1/2"], "00:00:07.000"),
        (["--edit", "0.5s..1s@1/4", "--trim", "0.25s..1s"], "00:00:02.250"),
        (["--preset", "sports-replay", "--at", "1s"], "00:00:06.800"),
        (["--preset", "half-speed"], "00:00:04.000"), (["--preset", "half-speed", "--rate", "1/8"], "00:00:16.000"),
        (["--preset", "every-frame"], "00:00:08.000"), (["--preset", "every-frame", "--rate", "1"], "00:00:02.000"),
        (["--conform", "24"], "00:00:10.000"), (["--conform", "60", "--capture-rate", "240"], "00:00:08.000"),
    ])
    func `How long it lasts`(words: [String], duration: String) throws {
        let outcome = try export(words + ["--dry-run"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("becomes \(duration) in mp4"), "\(outcome.output)")
    }

    /// In words and in JSON, before and after.
    @Test(
        arguments: [
            (["--frame-rate", "0.7"], 20.0 / 7, "2.857"), (["--frame-rate", "29.97"], 60 * 1001.0 / 30000, "2.002"),
            (["--frame-rate", "7", "--trim", "0.31s..1.77s"], 11.0 / 7, "1.571"),
            (["--frame-rate", "24", "--rate", "1/3"], 6, "6.000"), ([], 2, "2.000"),
        ] as [([String], Double, String)]
    )
    func `A dry run says how long the result will last`(words: [String], seconds: Double, clock: String) throws {
        func stated(_ more: [String]) throws -> Double {
            let outcome = try export(words + more + ["--json", "--force"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(PlanDocument.self, from: Data(outcome.output.utf8))
            return document.plan.durationSeconds
        }
        let silent = ["--pitch", "mute"]
        let planned = try stated(silent + ["--dry-run"])
        #expect(abs(planned - seconds) < 1e-9)
        let written = try stated(silent)
        #expect(written == planned)
        let table = try export(words + silent + ["--dry-run", "--force"]).output
        #expect(table.contains("becomes 00:00:0\(clock) in mp4"), "\(table)")
    }

    @Test func `One frame is one`() throws {
        let outcome = try export(["--trim", "0.5s..0.51s", "--frame-rate", "30", "--pitch", "mute", "--exact"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(", 1 frame encoded"), "\(outcome.errors)")
        let plan = try export([
            "--trim", "0.5s..0.51s", "--frame-rate", "30", "--pitch", "mute", "--dry-run", "--force",
        ])
        #expect(plan.output.contains("\n  1 frame, 0 repeated"), "\(plan.output)")
    }

    @Test func `Every frame is where the edits put it`() throws {
        let outcome = try export(["--edit", "0.5s..1s@1/4", "--edit", "1.5s..2s@1/2", "--pitch", "mute", "-q"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let frames = try ClipReader(scratch.file("result.mp4")).frames()
        try #require(frames.map(\.number) == (0..<240).map { $0 })
        for (frame, instant) in [
            (0, (0, 1)), (60, (1, 2)), (61, (8, 15)), (120, (5, 2)), (180, (3, 1)), (181, (181, 60)),
        ]
            as [(Int, (Int64, Int32))]
        {
            #expect(frames[frame].time == RationalTime(instant.0, instant.1))
        }
    }

    /// The numbers of the frames that are shown, and whether each is at its place at 120 fps.
    @Test(arguments: [
        (["--repeat", "3"], ["0..<240", "0..<240", "0..<240"]),
        (["--boomerang"], ["0..<240", "238...1"]),
        (["--boomerang", "--repeat", "2", "--frame-rate", "120"], ["0..<240", "238...1", "0..<240", "238...1"]),
        (["--edit", "60f..120f*2 boomerang"], ["0..<120", "118...61", "60..<120", "118...61", "120..<240"]),
        (["--trim", "30f..90f", "--edit", "60f..*2", "--repeat", "2"], ["30..<90", "60..<90", "30..<90", "60..<90"]),
        (
            ["--edit", "60f..120f@-1", "--edit", "60f..120f*1 boomerang"],
            ["0..<60", "119...60", "61..<119", "120..<240"]
        ),
    ])
    func `Loops show each frame where it belongs`(words: [String], expected: [String]) throws {
        let numbers = expected.flatMap { text -> [Int64] in
            let ends = text.split(whereSeparator: { ".<".contains($0) }).compactMap { Int64($0) }
            return text.contains("...") ? (ends[1]...ends[0]).reversed() : Array(ends[0]..<ends[1])
        }
        for container in ["mp4", "mkv"] {
            let output = scratch.file("loop.\(container)")
            let outcome = try Command(
                ["export", clip, "-o", output, "--force", "--verify", "decode", "--json"] + words
            ).run()
            #expect(outcome.status == 0, "\(outcome.errors)")
            // What goes forwards through the whole clip is copied.
            if words == ["--repeat", "3"] { #expect(outcome.output.contains("\"encodedFrames\" : 0,")) }
            let frames = try ClipReader(output).frames()
            try #require(frames.map(\.number) == numbers)
            for (index, frame) in frames.enumerated() {
                let error = frame.time.seconds - Double(index) / 120
                #expect(abs(error) <= (container == "mkv" ? 0.0011 : 1e-9), "frame \(index)")
            }
        }
    }

    @Test(arguments: [
        (["--repeat", "0"], "'0' is no number of times: 1 to 1000"),
        (
            ["--boomerang", "--edit", "0.5s..1s@1..1/2"],
            "the edit that plays all of it there and back would play backwards what is played at a changing rate"
        ),
        (["--edit", "1s..2s@1..1/x"], "'1/x' in '1s..2s@1..1/x': a rate is written"),
        (["--edit", "1s..2s@1..1/x"], "\n  1s..2s@1..1/x\n            ^^^\n"),
        (["--edit", "1s..2s"], "an edit is written A..B@RATE"),
        (["--edit", "0s..1s@1/2", "--edit", "0.5s..1.5s@1/4"], "overlap"),
        (["--edit", "0s..1s@1/2", "--edit", "2/3s..2s@1/4"], "overlap from 00:00:00.667 to 00:00:01.000"),
        (["--edit", "1.5s..1s@1/2"], "the edit 1.5s..1s@1/2 ends before it begins"),
        (["--trim", "1s..1s"], "the part 1s..1s is empty: it ends where it begins"),
        (["--trim", "1s..1.0000001s"], "is empty: both of its ends are at 00:00:01.000"),
        (["--trim", "1s..0.5s"], "the part 1s..0.5s is empty: it ends before it begins"),
        (["--trim", "99s.."], "the part 99s.. begins after the end of "),
        (["--trim", "99s.."], "clip.mp4, which lasts 00:00:02.000"),
        (["--trim", "2-4"], "'2-4': a range is written A..B, as 2s..4s, and either end may be left out"),
        (
            ["--video-codec", "copy"],
            "'copy' is no codec: without --video-codec, all that need not be encoded is copied"
        ),
        (
            ["--audio-codec", "copy"],
            "'copy' is no codec: without --audio-codec, all that need not be encoded is copied"
        ),
        (
            ["--zoom", "0s..2/3s@2", "--zoom", "1/3s..1s@3"],
            "the zooms from 00:00:00.000 to 00:00:00.667 and from 00:00:00.333 to 00:00:01.000 overlap"
        ),
        (["--zoom", "99s..@2"], "the zoom 99s..@2 begins after the end of "),
        (["--trim", "9.5s..11s"], "the part 9.5s..11s begins after the end of "),
        (["--edit", "999f..@1/2"], "has no frame 999"),
        (["--edit", "at..@1/2"], "an edit is relative to the anchor\nhint: name it: --at 12.4s"),
        (["--zoom", "9s..12s@2"], "the zoom 9s..12s@2 begins after the end of "),
        (["--zoom", "1s..12s@1..9"], "the zoom 1s..12s@1..9 is not within "),
        (["--zoom", "1s..12s@1..9 in target"], "is not within the result, which lasts "),
        (["--trim", "at-1s..at"], "the part of --trim is relative to the anchor\nhint: name it: --at 12.4s"),
        (["--chapter", "at=Impact"], "a chapter is relative to the anchor\nhint: name it: --at 12.4s"),
        (["--preset", "half-speed", "--edit", "at..@1/2"], "error: an edit is relative to the anchor"),
        (["--at", "1s"], "hint: write at, at-1s or at+2s in --edit, --trim, --zoom or --chapter"),
        (["--zoom", "at..@2"], "a zoom is relative to the anchor\nhint: name it: --at 12.4s"),
        (["--zoom", "at..@2", "--at", "9s"], "the anchor 00:00:09.000 is not in"),
        (["--edit", "at..@1/2", "--at", "9s"], "the anchor 00:00:09.000 is not in"),
        (["--edit", "at..@1/2", "--at", "at+1s"], "is relative to the anchor"),
        (["--preset", "sports-replay"], "the preset 'sports-replay' is relative to the anchor"),
        (["--preset", "half-sped"], "there is no preset 'half-sped'\nhint: did you mean 'half-speed'?"),
        (["--rate", "1/2", "--conform", "30"], "--rate and --conform both say how fast it is played"),
        (["--capture-rate", "240"], "--capture-rate has no effect without --conform"),
        (["--conform", "0"], "a frame rate"),
        (["--edit", "1s..2s@1/2", "--at", "1s"], "--at has no effect"),
        (["--filter", "eq=contras=2"], "Option 'contras' not found"),
        (["--filter", "fps=10"], "must come out of them once"),
        (["--deinterlace", "yes"], "there is no 'yes'"),
    ])
    func `What makes no sense is refused with its reason`(words: [String], reason: String) throws {
        let outcome = try export(words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("error: "))
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `A preset of one's own, wrong and right`() throws {
        let path = try scratch.write("summary: Mine\nrate: 1/4\npitsch: mute\n".utf8, to: "mine.yaml")
        let wrong = try export(["--preset", path, "--dry-run"])
        #expect(wrong.status == 64)
        #expect(wrong.errors == "error: \(path):3: there is no key 'pitsch'\nhint: did you mean 'pitch'?\n")
        _ = try scratch.write("summary: Mine\nrate: 1/4\npitch: mute\n".utf8, to: "mine.yaml")
        let right = try export(["--preset", path, "--dry-run"])
        #expect(right.status == 0)
        #expect(right.output.contains("becomes 00:00:08.000"))
        #expect(try export(["--preset", scratch.file("none.yaml")]).status == 66)
    }

    @Test func `A side file slows down what it marks`() throws {
        let path = try sideFile(Self.marks(600, 300))
        let outcome = try export(["--aae", path, "--dry-run"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        // Half a second from 1 s on, at a quarter, with ramps of an eighth of a second at both ends.
        #expect(outcome.output.contains("becomes 00:00:02.900"), "\(outcome.output)")
        #expect(try export(["--aae", scratch.file("none.AAE")]).status == 66)
        #expect(try export(["--aae", clip]).status == 65)
    }

    @Test func `Edits are cut by a trim, or left out, and that is said`() throws {
        for (trim, edit, end, duration) in [
            ("0s..0.5s", "1s..1.5s@1/2", "lies beyond what is played, and is left out", "00:00:00.500"),
            ("1.5s..", "1s..1.5s@1/2", "lies beyond what is played, and is left out", "00:00:00.500"),
            ("1.25s..", "1s..1.5s@1/2", "begins with what is played, at 00:00:01.250", "00:00:01.000"),
            ("1.25s..", "1s..1.5s@-1/2", "begins with what is played, at 00:00:01.250", "00:00:01.000"),
            ("..1.25s", "1s..1.5s@1/2", "ends with what is played, at 00:00:01.250", "00:00:01.500"),
            ("1.1s..1.4s", "1s..1.5s@1/2", "goes beyond what is played at both ends", "00:00:00.600"),
            ("1.5s..", "1s..1.5s@1..1/2", "lies beyond what is played, and is left out", "00:00:00.500"),
            ("1.5s..", "1s+1s", "lies beyond what is played, and is left out", "00:00:00.500"),
            // A ramp keeps its rates: 0.8 at the cut, and there it goes on from.
            ("1.2s..", "1s..1.5s@1..1/2", "begins with what is played, at 00:00:01.200", "00:00:00.949"),
            ("..1.2s", "1s..1.5s@1..1/2", "ends with what is played, at 00:00:01.200", "00:00:01.218"),
            ("1.25s..", "1s..1.5s=2s", "begins with what is played, at 00:00:01.250", "00:00:01.500"),
            ("0s..", "1s..5s@1..1/2", "ends with what is played, at 00:00:02.000", "00:00:02.052"),
        ] {
            let outcome = try export(["--trim", trim, "--edit", edit, "--dry-run"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("warning: the edit \(edit) \(end)\n"), "\(trim): \(outcome.output)")
            #expect(outcome.output.contains("becomes \(duration)"), "\(trim): \(outcome.output)")
        }
        let past = try export(["--edit", "2s..3s@1/2", "--dry-run"])
        #expect(past.status == 64)
        #expect(past.errors.contains("the edit 2s..3s@1/2 begins after the end of \(clip), which lasts 00:00:02.000"))
    }

    /// The instant of a cut in a ramp is rounded: the frame that begins there is shown all the same, and none before it, at any rate of the whole.
    @Test(arguments: ["0.5s..1.5s@1..1/3", "0.4s..1.7s@2..1/5", "0.3s..1.9s@1/7..1 smooth"], [["--rate", "1/3"], []])
    func `What is left of a ramp begins with its frame`(edit: String, rate: [String]) throws {
        for (first, last) in [(75, 125), (101, 167), (80, 151)] {
            let output = scratch.file("cut.mp4")
            let words = ["--trim", "\(first)f..\(last)f", "--edit", edit, "--verify", "decode", "--force"]
            let outcome = try Command(["export", clip, "-o", output] + words + rate).run()
            #expect(outcome.status == 0, "\(first): \(outcome.errors)")
            let frames = try ClipReader(output).frames()
            #expect(frames.map(\.number) == (first..<last).map(Int64.init))
            #expect(frames.first?.time == .zero)
        }
    }

    @Test func `Marks that are not played are said to be left out, and those of another film are refused`() throws {
        let path = try sideFile(Self.marks(600, 300))
        let words = "warning: the slow part 00:00:01.000 to 00:00:01.500 of \(path)"
        for (trim, end, duration) in [
            ("0s..0.5s", "lies beyond what is played, and is left out", "00:00:00.500"),
            ("1.5s..", "lies beyond what is played, and is left out", "00:00:00.500"),
            ("1.25s..", "begins with what is played, at 00:00:01.250", nil),
            ("..1.25s", "ends with what is played, at 00:00:01.250", nil),
            ("1.1s..1.4s", "goes beyond what is played at both ends", "00:00:01.133"),
        ] as [(String, String, String?)] {
            let outcome = try export(["--aae", path, "--trim", trim, "--dry-run"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("\(words) \(end)\n"), "\(trim): \(outcome.output)")
            if let duration { #expect(outcome.output.contains("becomes \(duration)"), "\(trim): \(outcome.output)") }
        }
        for start in [1200, 60_000] {
            let past = try export(["--aae", sideFile(Self.marks(start, 300)), "--dry-run"])
            #expect(past.status == 64)
            #expect(past.errors.contains("begins after the end of \(clip), which lasts 00:00:02.000"), "\(past.errors)")
        }
        for none in [Self.marks(600, 0), Self.marks(600, 300, rate: "1")] {
            let outcome = try export(["--aae", sideFile(none), "--dry-run"])
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("it marks no slow motion"), "\(outcome.errors)")
        }
    }

    @Test func `Presets are listed and shown`() throws {
        let list = try Command(["presets"]).run()
        #expect(list.status == 0)
        #expect(list.errors.isEmpty)
        #expect(list.output.contains("half-speed     Half speed, every frame copied"))
        let shown = try Command(["presets", "show", "half-speed"]).run()
        #expect(shown.output.hasPrefix("# Half speed: one second lasts two.\n"))
        #expect(shown.output.hasSuffix("\nrate: 1/2\n"))
        let json = try Command(["presets", "--json"]).run()
        #expect(json.output.contains("\"name\" : \"sports-replay\""))
        #expect(try Command(["presets", "show", "half-sped"]).run().status == 64)
    }

    private func sideFile(_ marks: String) throws -> String {
        try scratch.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>adjustmentData</key><data>\(marks)</data>
            <key>adjustmentFormatIdentifier</key><string>com.apple.video.slomo</string>
            </dict></plist>
            """.utf8,
            to: "clip.AAE"
        )
    }

    /// `slowMotion`: one region, in 1/600 s.
    private static func marks(_ start: Int, _ duration: Int, rate: String = "0.25") -> String {
        Data(
            """
            <plist version="1.0"><dict><key>slowMotion</key><dict>
            <key>rate</key><real>\(rate)</real>
            <key>regions</key><array><dict><key>timeRange</key><dict>
            <key>start</key>\(time(start))<key>duration</key>\(time(duration))
            </dict></dict></array>
            </dict></dict></plist>
            """.utf8
        ).base64EncodedString()
    }

    private static func time(_ value: Int) -> String {
        "<dict><key>value</key><integer>\(value)</integer><key>timescale</key><integer>600</integer>"
            + "<key>flags</key><integer>1</integer><key>epoch</key><integer>0</integer></dict>"
    }

    private func export(_ words: [String]) throws -> Command.Outcome {
        try Command(["export", clip, "-o", scratch.file("result.mp4")] + words).run()
    }
}

/// What `export --json` says of the whole.
private struct PlanDocument: Decodable {
    struct Plan: Decodable { let durationSeconds: Double }
    let plan: Plan
}
