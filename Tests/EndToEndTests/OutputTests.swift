import Capture
import FFmpeg
import FoundationEssentials
import Glibc
import MediaTime
import Pipeline
import TestSupport
import Testing

@testable import overcrank

/// Standard output carries data only; everything for people goes to standard error.
@Suite struct OutputTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 48, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 19_200)]
        self.clip = try clip.write(to: scratch)
    }

    @Test func `An export says what it did, to people`() throws {
        let output = scratch.file("slow.mp4")
        let outcome = try Command(["export", clip, "-o", output, "--rate", "1/2"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("\(output): 00:00:00.800, 48 frames copied (only timestamps change), in "))
        #expect(try ClipReader(output).packets[0].count == 48)
    }

    @Test(arguments: [
        ("12f..36f", 12..<36), ("..0.1s", 0..<12), ("200ms..", 24..<48), ("1/10s..00:00:00.3", 12..<36),
        ("47f..48f", 47..<48),
    ])
    func `A part is named by frames or by times`(range: String, frames: Range<Int64>) throws {
        let output = scratch.file("part.mp4")
        let words = ["export", clip, "-o", output, "--trim", range, "--rate", "50%", "--pitch", "mute", "-q"]
        #expect(try Command(words).run().status == 0)
        #expect(try ClipReader(output).frames().map(\.number) == Array(frames))
    }

    @Test(arguments: [true, false])
    func `What a trim hides is counted apart`(isDry: Bool) throws {
        let words =
            ["export", clip, "-o", scratch.file("part.mp4"), "--trim", "17f..40f"] + (isDry ? ["--dry-run"] : [])
        let outcome = try Command(words).run()
        #expect((isDry ? outcome.output : outcome.errors).contains("23 frames copied, 5 more hidden before them"))
        let document = try Command(words + ["--json", "--force"]).run().output
        #expect(document.contains("\"frames\" : 23,"))
        #expect(document.contains("\"hiddenFrames\" : 5,"))
    }

    @Test func `Quiet means quiet`() throws {
        let outcome = try Command(["export", clip, "-o", scratch.file("slow.mp4"), "--rate", "1/2", "-q"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `A dry run prints the plan and writes nothing`() throws {
        let words = ["export", clip, "-o", scratch.file("slow.mp4"), "--rate", "1/4", "--frame-rate", "30"]
        let outcome = try Command(words + ["--dry-run"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(try scratch.contents == ["clip.mp4"])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasSuffix("becomes 00:00:01.600 in mp4") == true)
        #expect(lines.last == "  48 frames, 0 repeated, 0 passed over")
    }

    @Test func `A dry run ends as the run would where the output cannot be written`() throws {
        let (taken, nowhere) = (scratch.file("taken.mp4"), scratch.file("none/slow.mp4"))
        _ = try scratch.write([1], to: "taken.mp4")
        for output in [taken, nowhere] {
            let words = ["export", clip, "-o", output, "--rate", "1/2"]
            let (run, dry) = (try Command(words).run(), try Command(words + ["--dry-run"]).run())
            #expect(run.status == 73 && dry.status == 73)
            #expect(dry.errors == run.errors, "\(dry.errors)")
            #expect(dry.output.isEmpty)
        }
        #expect(try Command(["export", clip, "-o", taken, "--rate", "1/2", "--force", "--dry-run"]).run().status == 0)
        #expect(try ScratchDirectory.bytes(of: taken) == [1])
    }

    @Test func `A dry run refuses to plan a clip's end`() throws {
        for words in [[], ["--dry-run"]] {
            let outcome = try Command(["export", clip, "-o", clip, "--rate", "1/2", "--force"] + words).run()
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("is the input"), "\(outcome.errors)")
        }
    }

    @Test func `Low latency plays only its own rates, and says so before anything is written`() throws {
        let output = scratch.file("slow.mp4")
        let words = ["export", clip, "-o", output, "--rate", "0.6", "--pitch", "low-latency"]
        for more in [[], ["--dry-run"]] {
            let outcome = try Command(words + more).run()
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("low-latency does not play rate 3/5, only 1/2, 2/3, 4/5, 1, 5/4, 3/2, 2"))
            #expect(outcome.errors.contains("hint: --snap plays it at the nearest, 2/3"))
        }
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `Snapped, video and audio play at the same rate`() throws {
        let output = scratch.file("slow.mp4")
        let words = ["export", clip, "-o", output, "--rate", "0.6", "--pitch", "low-latency", "--snap"]
        let outcome = try Command(words).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("warning: low-latency plays rate 2/3 instead of 3/5"))
        let result = try ClipReader(output)
        #expect(try result.frames().map(\.time).last == RationalTime(47, 80))
        #expect(try result.audio(ofStream: 1).channels[0].count == 28_800)
    }

    @Test(arguments: [true, false])
    func `export --json is one document`(isDry: Bool) throws {
        let output = scratch.file("slow.mp4")
        let words = ["export", clip, "-o", output, "--rate", "1/2", "--json"] + (isDry ? ["--dry-run"] : [])
        let outcome = try Command(words).run()
        #expect(outcome.status == 0)
        let document = try JSONDecoder().decode(Export.self, from: Data(outcome.output.utf8))
        #expect(document.output == output)
        #expect(document.plan.duration == "4/5")
        #expect(document.plan.durationSeconds == 0.8)
        #expect(document.plan.frames == 48)
        #expect(document.plan.copiedFrames == 48)
        #expect(document.plan.encodedFrames == 0)
        #expect(document.plan.videoMode == "copy")
        #expect(document.plan.tracks.map(\.action) == ["copy", "encode"])
        #expect(document.plan.warnings.isEmpty)
        #expect((document.wallSeconds == nil) == isDry)
        #expect(try scratch.contents == (isDry ? ["clip.mp4"] : ["clip.mp4", "slow.mp4"]))
    }

    @Test func `inspect --json is one document`() throws {
        let outcome = try Command(["inspect", clip, "--json"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let document = try JSONDecoder().decode(Inspection.self, from: Data(outcome.output.utf8))
        #expect(document.tracks.map(\.kind) == ["video", "audio"])
        #expect(document.tracks.map(\.codec) == ["h264", "aac"])
        #expect(document.tracks[0].frameCount == 48)
        #expect(document.tracks[0].duration == "2/5")
        #expect(document.tracks[0].frameRate?.constant == "120/1")
        #expect(document.tracks[0].frameRate?.isVariable == false)
        #expect(document.tracks[0].frameRate?.average == 120)
        #expect(document.tracks[1].sampleRate == 48_000)
        #expect(document.damage.isEmpty)
    }

    @Test func `Escape sequences in titles are shown, and not sent to the terminal`() throws {
        var clip = Clip("mkv", frames: 4, at: .fps(25), codec: .ffv1)
        clip.metadata = [MetadataEntry(key: "title", value: "a\u{1B}[2Jb\u{9B}c\u{202E}d\ne")]
        let path = try clip.write(to: scratch, as: "escape\u{1B}[1m")
        let words = try Command(["inspect", path]).run()
        #expect(words.output.contains("a\\u{1B}[2Jb\\u{9B}c\\u{202E}d\\u{A}e"))
        #expect(words.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        let document = try Command(["inspect", path, "--json"]).run()
        #expect(document.output.contains(#"a\u001b[2Jb\u009bc\u202ed\ne"#))
        #expect(document.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        let failure = try Command(["inspect", path + "none"]).run()
        #expect(failure.errors.contains(#"escape\u{1B}[1m"#))
    }

    /// Whoever reads may go long before a camera comes.
    @Test(.endsIfItHangs) func `Watching ends when nobody reads any more`() throws {
        let outcome = try Command(within: #""$@" | head -n 1"#, ["devices", "--watch"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("+ "), "\(outcome.output)")
    }

    @Test(.endsIfItHangs) func `A document is written whole where writing does not block`() async throws {
        var ends: [Int32] = [-1, -1]
        let made = unsafe pipe(&ends)
        // Commands that other tests start do not get the end that is written to.
        try #require(made == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 })
        try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let text = String(repeating: "0123456789abcdef", count: 1 << 14)
        let (end, other) = (ends[0], ends[1])
        // Both wait on threads of their own: Swift's tasks have few.
        let bytes = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<[UInt8], any Error>) in
            do {
                try DetachedThread.start { continuation.resume(returning: Self.bytes(of: end)) }
                try DetachedThread.start {
                    Terminal.write(text, to: other)
                    close(other)
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        #expect(bytes == Array(text.utf8))
        close(end)
    }

    /// All that comes out of a pipe.
    private static func bytes(of end: Int32) -> [UInt8] {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = unsafe read(end, &part, part.count)
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
        }
    }

    @Test func `A document that cannot be written is an error`() throws {
        for words in [["--help"], ["export", "--help"], ["--version"], ["--generate-completion-script", "bash"]] {
            #expect(try Command(within: #"exec "$@" > /dev/full"#, words).run().status == 74)
        }
        let outcome = try Command(within: #"exec "$@" > /dev/full"#, ["inspect", clip, "--json"]).run()
        #expect(outcome.status == 74)
        let reason = "cannot write to standard output: no space left on device"
        #expect(outcome.errors == #"{"error":{"message":"\#(reason)","status":74}}"# + "\n")
        let words = try Command(within: #"exec "$@" > /dev/full"#, ["inspect", clip]).run()
        #expect(words.errors == "error: \(reason)\n")
    }

    @Test func `Frames with the same timestamp have no highest rate, and the document is JSON`() throws {
        var equal = Clip("mkv", frames: 4, at: .fps(25), codec: .ffv1)
        // Matroska counts milliseconds: the second and the third are both at 40.
        equal.frames?.timing = .ticks([0, 40_000, 40_100, 80_000], of: TimeBase(1, 1_000_000), lastDuration: 40_000)
        let outcome = try Command(["inspect", try equal.write(to: scratch, as: "equal"), "--json"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"duration\" : \"0/1\""))
        #expect(!outcome.output.contains("\"maximum\""))
        #expect(outcome.output.contains("\"minimum\" : 25"))
    }

    @Test func `inspect shows all files that can be read, and ends with the first error`() throws {
        let cut = try scratch.write(ScratchDirectory.bytes(of: clip).prefix(500), to: "cut.mp4")
        let words = ["inspect", clip, scratch.file("none.mp4"), cut, clip]
        let shown = try Command(words).run()
        #expect(shown.status == 66)
        #expect(shown.output.components(separatedBy: "\(clip): mov,mp4").count == 3, "\(shown.output)")
        #expect(shown.errors.contains("error: no such file: \(scratch.file("none.mp4"))\n"), "\(shown.errors)")
        #expect(shown.errors.contains("cut.mp4"), "\(shown.errors)")
        let listed = try Command(words + ["--json"]).run()
        #expect(listed.status == 66)
        let document = try JSONDecoder().decode(Inspections.self, from: Data(listed.output.utf8))
        #expect(document.files.map(\.file) == [clip, clip])
        #expect(document.together.count == 1)
        #expect(listed.errors.hasSuffix(#","status":66}}"# + "\n"), "\(listed.errors)")
        let nothing = try Command(["inspect", cut, scratch.file("none.mp4"), "--json"]).run()
        #expect(nothing.status == 65)
        #expect(nothing.output.isEmpty)
    }

    @Test func `inspect in words`() throws {
        let outcome = try Command(["inspect", clip, "--decode"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("48 frames, 00:00:00.400, constant 120 fps"))
        #expect(outcome.output.hasSuffix("  damage    none found\n"))
        let quick = try Command(["inspect", clip]).run()
        #expect(quick.output.hasSuffix("  damage    not looked for: that takes --decode\n"))
    }

    @Test func `inspect says in words of which shape pixels are, and which track begins late`() throws {
        var chart = ChartClip(width: 64, height: 48)
        chart.pixelAspect = (16, 15)
        try chart.write(to: scratch.file("wide.mp4"))
        #expect(try Command(["inspect", scratch.file("wide.mp4")]).run().output.contains("64x48 of pixels 16:15,"))
        #expect(!(try Command(["inspect", clip]).run().output.contains(" on\n")))
        var late = Clip("mp4", frames: 10, at: .fps(25))
        late.frames?.timing = .constant(first: 5)
        late.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        let words = try Command(["inspect", late.write(to: scratch, as: "late")]).run().output
        #expect(words.contains(", from 00:00:00.200 on\n"), "\(words)")
    }

    /// Its frames have one length: that of the clip's, where these have one.
    @Test func `AVI gets every frame of a clip of constant rate`() throws {
        let result = scratch.file("slow.avi")
        let outcome = try Command(["export", clip, "-o", result, "--rate", "1/2", "--verify", "decode"]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let frames = try ClipReader(result).frames()
        #expect(frames.map(\.number) == (0..<48).map { $0 })
        #expect(frames.map(\.time) == (0..<48).map { RationalTime($0, 60) })
        // The encoder's delay cannot be hidden there: AAC would be late.
        let aac = try Command(["export", clip, "-o", result, "--force", "--audio-codec", "aac"]).run()
        #expect(aac.status == 69)
        #expect(aac.errors.hasPrefix("error: avi cannot carry aac\n"), "\(aac.errors)")
        var uneven = Clip("mkv", frames: 4, at: .fps(25), codec: .ffv1)
        uneven.frames?.timing = .ticks([0, 40_000, 120_000, 140_000], of: TimeBase(1, 1_000_000), lastDuration: 40_000)
        let refused = try Command(["export", uneven.write(to: scratch, as: "uneven"), "-o", result, "--force"]).run()
        #expect(refused.status == 69)
        #expect(refused.errors.hasPrefix("error: avi stores constant frame rates only\n"), "\(refused.errors)")
    }

    @Test func `Where one name of the demo is taken, neither clip is made`() throws {
        let taken = try scratch.write([1], to: "demo-half-speed.mp4")
        let demo = try Command(["demo", scratch.path]).run()
        #expect(demo.status == 73)
        #expect(demo.errors == "error: \(taken) exists already\nhint: --force replaces it\n")
        #expect(try scratch.contents == ["clip.mp4", "demo-half-speed.mp4"])
    }

    @Test func `Where the demo's second clip fails, the first one does not stay`() throws {
        let clip = try scratch.write([1], to: "demo-240fps.mp4")
        #expect(SyntheticClip.keeping(clip) { 1 } == 1)
        #expect(try scratch.contents.contains("demo-240fps.mp4"))
        #expect(throws: Failure.self) {
            try SyntheticClip.keeping(clip) { throw Failure(status: .interrupted, message: "interrupted") }
        }
        #expect(try !scratch.contents.contains("demo-240fps.mp4"))
    }

    @Test func `The demo films, slows down, and refuses to do so again`() throws {
        // Its folder is made, and the one that this is in.
        let folder = scratch.file("new/clips")
        let demo = try Command(["demo", folder]).run()
        #expect(demo.status == 0)
        #expect(demo.output.isEmpty)
        #expect(demo.errors.contains("Try next:"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["demo-240fps.mp4", "demo-half-speed.mp4"])
        let slow = try ClipReader("\(folder)/demo-half-speed.mp4")
        #expect(slow.packets[0].count == 960)
        #expect(
            slow.packets[0].map(\.payload)
                == (try ClipReader("\(folder)/demo-240fps.mp4")).packets[0].map(\.payload)
        )
        #expect(try Command(["demo", folder]).run().status == 73)
    }

    /// `copiedFrames`, `copiedShare` and `stretches` are about what is both copied and encoded.
    @Test(arguments: [
        (["--boomerang"], [], ["copiedFrames", "encodedFrames"]),
        (["--exact", "--trim", "24f..36f"], ["copiedFrames"], ["copiedShare", "stretches"]),
        (["--exact", "--trim", "17f..40f"], ["copiedFrames", "copiedShare", "stretches"], []),
        (["--edit", "0.1s+1s", "--video-codec", "hevc"], ["\"copiedFrames\" : 0"], []),
    ])
    func `JSON says of copies what is known`(words: [String], said: [String], unsaid: [String]) throws {
        let planner = CommandPlanner()
        let output = scratch.file("out.mp4")
        let plan = try planner.plan(["export", clip, "-o", output] + words, opened: [])
        let document = try planner.document(of: plan, output: output)
        for text in said { #expect(document.contains(text), "\(document)") }
        for text in unsaid { #expect(!document.contains(text), "\(document)") }
    }
}

/// As documented.
private struct Export: Decodable {
    let output: String
    let plan: Plan
    let wallSeconds: Double?

    struct Plan: Decodable {
        let duration: String
        let durationSeconds: Double
        let frames: Int?
        let copiedFrames: Int?
        let encodedFrames: Int?
        let videoMode: String?
        let tracks: [Track]
        let warnings: [String]
    }

    struct Track: Decodable { let action: String }
}

/// As documented.
private struct Inspections: Decodable {
    let files: [File]
    let together: [Together]

    struct File: Decodable { let file: String }
    struct Together: Decodable { let file: String }
}

/// As documented.
private struct Inspection: Decodable {
    let tracks: [Track]
    let damage: [Damage]

    struct Track: Decodable {
        let kind: String
        let codec: String
        let duration: String?
        let frameCount: Int?
        let frameRate: Rate?
        let sampleRate: Int?
    }

    struct Rate: Decodable {
        let average: Double?
        let constant: String?
        let isVariable: Bool
    }

    struct Damage: Decodable { let message: String }
}
