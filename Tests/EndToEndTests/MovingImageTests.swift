import BrowserSupport
import FFmpeg
import FoundationEssentials
import MediaTime
import TestSupport
import Testing

/// Results that are images which move.
@Suite struct MovingImageTests {
    let scratch: ScratchDirectory
    let clip: String

    init() throws {
        scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 60, at: .fps(60))
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        self.clip = try clip.write(to: scratch)
    }

    private func export(_ words: [String], to kind: String = "gif") throws -> Command.Outcome {
        try Command(["export", clip, "-o", scratch.file("result.\(kind)"), "--force"] + words).run()
    }

    private func frames(_ kind: String) throws -> [ClipReader.ShownFrame] {
        let path = scratch.file("result.\(kind)")
        return kind == "webp" ? try WebPReader(path).frames : try ClipReader(path).frames()
    }

    @Test(
        arguments: [
            ([], 30, 2), (["--frame-rate", "20"], 20, 3), (["--frame-rate", "50"], 50, 0), (["--rate", "1/4"], 15, 4),
            (["--rate", "1/2"], 30, 2),
        ] as [([String], Int, Int)]
    )
    func `Every frame is at the nearest hundredth of a second`(words: [String], rate: Int, step: Int) throws {
        let outcome = try export(words + ["--verify", "decode"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("track 1 (audio, aac) is left out: gif carries no audio"))
        #expect(outcome.errors.contains("counts time in 1/100 s") == (100 % rate != 0), "\(outcome.errors)")
        let isSlower = words.contains("--frame-rate") ? false : words.isEmpty
        #expect(outcome.errors.contains("gif gets 30 frames a second, one of 2") == isSlower)
        let frames = try ClipReader(scratch.file("result.gif")).frames()
        let isSlowed = words.first == "--rate"
        #expect(frames.count == (words == ["--rate", "1/4"] ? 60 : words == ["--rate", "1/2"] ? 60 : rate))
        for (index, frame) in frames.enumerated() {
            #expect(frame.time.seconds == (Double(index) * 100 / Double(rate)).rounded() / 100)
            let number = isSlowed ? index : Int(Double(index) * 60 / Double(rate) + 1e-9)
            #expect(frame.number == Int64(number))
        }
        let last = try #require(ClipReader(scratch.file("result.gif")).packets[0].last)
        let end = try #require(last.pts) + last.duration
        #expect(end.seconds == (Double(frames.count) * 100 / Double(rate)).rounded() / 100)
    }

    /// As of a GIF: a frame that is shown for 20 ms, and one that is for 500 ms.
    @Test(arguments: ["gif", "webp", "avif"]) func `Of frames that last for different times none is lost`(
        kind: String
    ) throws {
        let delays: [Int64] = [20, 30, 500, 100, 40, 1000, 100, 100, 100, 70]
        let ends = (delays + delays).reduce(into: [0 as Int64]) { $0.append(($0.last ?? 0) + $1) }
        func written(_ ticks: [Int64]) throws -> String {
            var clip = Clip("mkv", frames: ticks.count, at: .fps(25), codec: .mjpeg)
            clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 70)
            return try clip.write(to: scratch, as: "delays\(ticks.count)")
        }
        func exported(_ path: String, _ words: [String]) throws -> Command.Outcome {
            try Command(["export", path, "-o", scratch.file("result.\(kind)"), "--force"] + words).run()
        }
        let whole = try exported(written(ends.dropLast()), [])
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(!whole.errors.contains("passed over, without a place at"), "\(whole.errors)")
        #expect(Set(try frames(kind).compactMap(\.number)) == Set(0..<20))
        // Where none is fast enough, that is said; where a rate is asked for, it is what was asked for.
        let fast = try written(ends.dropLast().flatMap { [$0, $0 + 5] })
        #expect(try exported(fast, ["--dry-run"]).output.contains("passed over, without a place at"))
        let asked = try exported(fast, ["--dry-run", "--frame-rate", "10"])
        #expect(asked.status == 0 && !asked.output.contains("passed over, without a place at"))
    }

    /// As of a phone, whose rate falls in the dark.
    @Test func `The rate is that of the part, and of a clip with several one at which most frames are shown`() throws {
        let ticks = (0..<60).map { Int64($0) * 10 } + (0..<36).map { 600 + Int64($0) * 25 }
        var clip = Clip("mp4", frames: ticks.count, at: .fps(60), codec: .mjpeg)
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 600), lastDuration: 25)
        let path = try clip.write(to: scratch)
        let cases: [(part: String, rate: String, count: Double)] = [
            ("0s..2.5s", "1", 75), ("0s..1s", "1", 30), ("1s..2.5s", "1", 36), ("1.01s..2.5s", "1", 36),
            ("1s..2.5s", "1/16", 36),
        ]
        for (part, rate, count) in cases {
            let words = ["--trim", part, "--rate", rate, "--dry-run", "--json"]
            let outcome = try Command(["export", path, "-o", scratch.file("result.gif")] + words).run()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let document = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
            #expect(document["plan"]?["frames"]?.number == count, "\(part): \(outcome.output)")
        }
    }

    @Test func `A moving WebP is refused with the true reason, wherever a part begins`() throws {
        #expect(try export([], to: "webp").status == 0)
        let path = scratch.file("result.webp")
        for words in [[], ["--trim", "0.5s..0.8s"], ["--edit", "0.3s..0.6s@1/2"]] {
            let outcome = try Command(["export", path, "-o", scratch.file("again.gif")] + words).run()
            #expect(outcome.status == 69)
            #expect(outcome.errors.contains("it is a moving WebP image ("), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["gif", "webp", "avif"]) func `Of two video tracks the first is shown`(kind: String) throws {
        var two = Clip("mkv", frames: 30, at: .fps(30))
        two.otherFrames = Clip.Frames(count: 30, frameRate: .fps(30), codec: .mjpeg)
        let path = try two.write(to: scratch, as: "two")
        let words = ["export", path, "-o", scratch.file("result.\(kind)")]
        for words in [words + ["--dry-run"], words] {
            let outcome = try Command(words).run()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let said = outcome.errors + outcome.output
            #expect(said.contains("track 1 (video, mjpeg) is left out: \(kind) holds one track"), "\(said)")
        }
        #expect(try frames(kind).map(\.number) == (0..<30).map { $0 })
    }

    /// libavfilter turns frames upside down by letting their rows go upwards.
    @Test func `Frames may be turned upside down`() throws {
        let image = try export(["--flip", "vertical"])
        #expect(image.status == 0, "\(image.errors)")
        #expect(try frames("gif").count == 30)
        var deep = Clip("mp4", frames: 12, at: .fps(30), codec: .hevc)
        deep.frames?.pixelFormat = "yuv420p10le"
        let result = scratch.file("deep.mp4")
        let outcome = try Command(["export", deep.write(to: scratch, as: "source"), "-o", result, "--flip", "vertical"])
            .run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ClipReader(result).frames().count == 12)
    }

    /// Audio often begins some hundredths of a second before the frames: AAC of Matroska does.
    @Test(arguments: ["gif", "webp", "avif", "avi"]) func `A clip whose frames begin late`(kind: String) throws {
        var late = Clip("mp4", frames: 60, at: .fps(25))
        late.frames?.timing = .constant(first: 5)
        late.audioTracks = [Clip.Audio("aac", samples: 120_000)]
        let path = try late.write(to: scratch, as: "late")
        let result = scratch.file("late.\(kind)")
        let outcome = try Command(["export", path, "-o", result, "--frame-rate", "25"]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let isHeld = kind == "avi"
        #expect(
            outcome.errors.contains("avi begins with its first frame: that is shown for the 200.00 ms before it")
                == isHeld
        )
        let frames = kind == "webp" ? try WebPReader(result).frames : try ClipReader(result).frames()
        #expect(frames.map(\.number) == (0..<60).map { $0 })
        // AVI keeps frames in step with the audio.
        let delay = isHeld ? 5 : 0
        for (index, frame) in frames.enumerated().dropFirst() {
            #expect(abs(frame.time.seconds - Double(index + delay) / 25) < 1e-6)
        }
        #expect(frames.first?.time == .zero)
    }

    @Test(
        arguments: [([], 0), (["--plays", "forever"], 0), (["--plays", "3"], 2), (["--plays", "1"], nil)]
            as [([String], UInt8?)]
    )
    func `The image says how often it is played`(words: [String], again: UInt8?) throws {
        #expect(try export(words).status == 0)
        let bytes = try Data(contentsOf: URL(filePath: scratch.file("result.gif")))
        let place = bytes.firstRange(of: Data("NETSCAPE2.0".utf8))
        #expect((place != nil) == (again != nil))
        if let place, let again { #expect(bytes[place.upperBound + 2] == again && bytes[place.upperBound + 3] == 0) }
    }

    @Test(
        arguments: [
            (["--frame-rate", "60"], 64, "gif shows at most 50 frames a second, not 60"),
            (["--frame-rate", "passthrough"], 69, "gif stores constant frame rates only"),
            (["--plays", "0"], 64, "it is played 'forever', or 1 to 65535 times"),
            (["--audio-codec", "aac"], 69, "gif cannot carry aac"),
            (["--video-codec", "h264"], 69, "gif cannot carry h264"),
            (["--for", "social"], 64, "social is a file of mp4 or mov, not gif"),
            (["--hdr", "keep"], 64, "gif has no high dynamic range"),
        ] as [([String], Int32, String)]
    )
    func `What it cannot be is refused with the reason`(words: [String], status: Int32, reason: String) throws {
        let outcome = try export(words)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test(
        arguments: ["webp", "avif"],
        [
            ([], 30, 2), (["--frame-rate", "24000/1001"], 24, 0), (["--frame-rate", "90"], 90, 0),
            (["--rate", "1/4"], 15, 4),
        ]
            as [([String], Int, Int)]
    )
    func `Frames of WebP are at the nearest millisecond, those of AVIF exactly at their instants`(
        kind: String,
        options: (words: [String], rate: Int, step: Int)
    ) throws {
        let outcome = try export(options.words + ["--verify", "decode"], to: kind)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("track 1 (audio, aac) is left out: \(kind) carries no audio"))
        #expect(outcome.errors.contains("counts time in 1/1000 s") == (kind == "webp"), "\(outcome.errors)")
        let frames = try frames(kind)
        let isSlowed = options.words.first == "--rate"
        let rate = options.rate == 24 ? 24000.0 / 1001 : Double(options.rate)
        #expect(frames.count == (isSlowed ? 60 : options.rate))
        for (index, frame) in frames.enumerated() {
            let instant = Double(index) / rate
            let tolerance = kind == "webp" ? 0.0005 : 0
            try #require(abs(frame.time.seconds - instant) < tolerance + 1e-9, "frame \(index)")
            let number = isSlowed ? index : Int(60 * instant + 1e-9)
            try #require(frame.number == Int64(number), "frame \(index)")
        }
    }

    /// Chromium's own reader, by which pages show images.
    @Test(
        .enabled(if: Chromium.path != nil, "there is no Chromium: Debian's package is chromium"),
        arguments: ["gif", "webp", "avif"],
        [("forever", -1), ("1", 0), ("3", 2)] as [(String, Double)]
    )
    func `A browser plays it as often as it is to be played, each frame at its time`(
        kind: String,
        plays: (text: String, again: Double)
    ) throws {
        #expect(try export(["--plays", plays.text, "--frame-rate", "20"], to: kind).status == 0)
        let image = try Data(contentsOf: URL(filePath: scratch.file("result.\(kind)"))).base64EncodedString()
        let page = scratch.file("page.html")
        let script = """
            const read = async () => {
              const data = Uint8Array.from(atob("\(image)"), (letter) => letter.charCodeAt(0));
              const reader = new ImageDecoder({ data, type: "image/\(kind)", preferAnimation: true });
              await reader.tracks.ready;
              await reader.completed;
              const track = reader.tracks.selectedTrack;
              const times = [];
              for (let frame = 0; frame < track.frameCount; frame++) {
                const { image } = await reader.decode({ frameIndex: frame });
                times.push(image.timestamp);
                image.close();
              }
              const again = track.repetitionCount;
              return { again: again === Infinity ? -1 : again, times };
            };
            read().catch((error) => ({ error: String(error) })).then((found) => { window.found = found; });
            """
        try Data("<!DOCTYPE html><script>\(script)</script>".utf8).write(to: URL(filePath: page))
        let browser = try Chromium(executable: #require(Chromium.path))
        let found = try BrowserPage("file://\(page)", in: browser, readyWhen: "window.found").value("window.found")
        #expect(found["error"] == nil)
        #expect(found["again"]?.number == plays.again)
        #expect(found["times"]?.array?.compactMap(\.number) == (0..<20).map { Double($0) * 50_000 })
    }

    @Test(
        arguments: [
            ("webp", ["--frame-rate", "91"], 64, "webp shows at most 90 frames a second, not 91"),
            ("avif", ["--frame-rate", "120"], 64, "avif shows at most 90 frames a second, not 120"),
            ("webp", ["--frame-rate", "passthrough"], 69, "webp stores constant frame rates only"),
            ("webp", ["--hdr", "keep"], 64, "webp has no high dynamic range"),
            ("avif", ["--video-codec", "h264"], 69, "avif cannot carry h264"),
            ("webp", ["--quality", "101"], 64, "webp has no quality 101: 0 to 100"),
        ] as [(String, [String], Int32, String)]
    )
    func `What WebP and AVIF cannot be is refused with the reason`(
        kind: String,
        words: [String],
        status: Int32,
        reason: String
    ) throws {
        let outcome = try export(words, to: kind)
        #expect(outcome.status == status)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test(arguments: ["gif", "webp", "avif"])
    func `A single frame is an image that stands still`(kind: String) throws {
        let outcome = try export(["--trim", "0..0.04s", "--frame-rate", "25", "--verify", "decode"], to: kind)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try frames(kind).map(\.number) == [0])
    }

    @Test(arguments: ["gif", "webp", "avif"])
    func `What is said of the clip and has no place in an image is named`(kind: String) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.metadata = [
            MetadataEntry(key: "title", value: "Attempt"), MetadataEntry(key: "artist", value: "Somebody"),
        ]
        clip.chapters = [
            ChapterInfo(timeBase: TimeBase(1, 1), start: 0, end: 1, metadata: []),
            ChapterInfo(timeBase: TimeBase(1, 1), start: 1, end: 2, metadata: []),
        ]
        let path = try clip.write(to: scratch, as: "said")
        let outcome = try Command(["export", path, "-o", scratch.file("result.\(kind)")]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("\(kind) carries no metadata: left out are "), "\(outcome.errors)")
        #expect(outcome.errors.contains("title") && outcome.errors.contains("artist"))
        #expect(outcome.errors.contains("\(kind) carries no chapters: 2 chapters are left out"))
    }

    @Test(arguments: ["gif", "webp", "avif"])
    func `Two clips together are a moving image, too`(kind: String) throws {
        let words = ["side-by-side", clip, clip, "-o", scratch.file("result.\(kind)"), "--plays", "2", "--json"]
        let outcome = try Command(words + ["--trim-b", "0..0.5s"]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
        #expect(document["plan"]?["plays"]?.number == 2)
        #expect(document["plan"]?["frames"]?.number == 30)
        let path = scratch.file("result.\(kind)")
        let times = try frames(kind).map { ($0.time.seconds * 100).rounded() }
        #expect(times == (0..<30).map { (Double($0) * 100 / 30).rounded() })
        if kind == "webp" { #expect(try WebPReader(path).plays == 2) }
    }

    @Test(
        arguments: [("gif", [], 0), ("avif", ["--plays", "4"], 4), ("mp4", [], nil)] as [(String, [String], Double?)]
    )
    func `The plan says how often it is played`(kind: String, words: [String], plays: Double?) throws {
        let outcome = try export(words + ["--dry-run", "--json"], to: kind)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let document = try JSONDecoder().decode(JSONValue.self, from: Data(outcome.output.utf8))
        #expect(document["plan"]?["plays"]?.number == plays)
    }

    @Test func `What is no image does not say how often it is played`() throws {
        let outcome = try Command(["export", clip, "-o", scratch.file("result.mp4"), "--plays", "2"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("mp4 does not say how often it is played"))
    }
}
