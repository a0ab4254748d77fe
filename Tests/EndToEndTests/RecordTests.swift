import Capture
import FFmpeg
import FoundationEssentials
import Glibc
import MediaFormats
import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import overcrank

/// The command records, and what ends it ends it well.
@Suite(.endsIfItHangs) struct RecordTests {
    /// A camera that the slowest machine keeps up with.
    static let camera = ["record", "synthetic", "--size", "320x180", "--frame-rate", "30"]

    @Test func `It records for as long as it is told, and says so in one line`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let outcome = try Command(Self.camera + ["-o", path, "--max-duration", "1s", "--json", "--quiet"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 1)
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
        #expect(document.output == path)
        #expect(document.ended == "duration")
        #expect(document.granted == "30/1")
        let frames = try ClipReader(path).frames()
        #expect(Int64(frames.count) == document.frames)
        // Every frame of the second is in the file, or it is counted as lost: a busy machine may lose some.
        #expect(document.frames + document.lost.total == 30)
    }

    @Test func `A camera's H264 is recorded as it comes`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mov")
        let outcome = try Command(Self.camera + ["-o", path, "--format", "H264", "--max-duration", "1500ms"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("lost: "))
        let clip = try ClipReader(path)
        #expect(clip.streams[0].parameters.codecName == "h264")
        #expect(clip.packets[0].first?.isKey == true)
        #expect(try Self.areNumbered(clip))
        let inspection = try Command(["inspect", path, "--decode"]).run()
        #expect(inspection.output.contains("damage    none found"))
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `A signal ends it properly`(signal: Int32) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let command = try Command(Self.camera + ["-o", path, "--json"]).start()
        #expect(command.waitUntilFile(path, holds: 400_000))
        command.signal(signal)
        let outcome = try command.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors.contains(#""message":"interrupted; the recording is finished and whole""#))
        #expect(outcome.output.contains(#""ended":"signal""#))
        let clip = try ClipReader(path)
        #expect(clip.text("overcrank.rate.measured") != nil)
        #expect(try Self.areNumbered(clip))
    }

    @Test func `Told twice at once, it still ends properly`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let command = try Command(Self.camera + ["-o", path]).start()
        #expect(command.waitUntilFile(path, holds: 400_000))
        for _ in 0..<3 { command.signal(SIGTERM) }
        command.signal(SIGHUP)
        #expect(try command.wait().status == 130)
        let clip = try ClipReader(path)
        // The header of a finished file.
        #expect(clip.text("overcrank.rate.measured") != nil)
        #expect(try Self.areNumbered(clip))
    }

    @Test(arguments: [UInt64(1), 2, 3, 4]) func `Killed at any instant, what it had written can be played`(seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let command = try Command(Self.camera + ["-o", path]).start()
        // Half a second of it is 220 kB, and before the first there is room for the index: something is whole by then.
        #expect(command.waitUntilFile(path, holds: UInt64.random(in: 800_000..<1_300_000, using: &random)))
        command.signal(SIGKILL)
        #expect(try command.wait().status == 128 + SIGKILL)
        let clip = try ClipReader(path)
        #expect(clip.packets[0].count > 5)
        #expect(try Self.areNumbered(clip))
        #expect(try scratch.contents == ["clip.mp4"])
        let inspection = try Command(["inspect", path, "--decode"]).run()
        #expect(inspection.status == 0)
        #expect(inspection.output.contains("damage    none found"))
    }

    @Test func `When there is no more room, everything up to then can be played`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        // A limit for files stands in for a full disk: 1 MiB.
        let script = #"ulimit -f 2048; exec "$@""#
        let outcome = try Command(within: script, Self.camera + ["-o", path, "--json"]).run()
        #expect(outcome.status == 74)
        #expect(outcome.output.contains(#""ended":"space""#))
        let clip = try ClipReader(path)
        #expect(clip.packets[0].count > 5)
        #expect(try Self.areNumbered(clip))
        #expect(try Command(["inspect", path, "--decode"]).run().output.contains("damage    none found"))
    }

    @Test func `A recording for whose first frames there is no room leaves no file`() throws {
        let scratch = try ScratchDirectory()
        let script = Privileges.smallFiles(blocks: 600)
        let hint = "hint: free space, or write elsewhere with -o"
        let outcome = try Command(within: script, Self.camera + ["-o", scratch.file("clip.mp4")]).run()
        #expect(outcome.status == 74)
        #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        #expect(try scratch.contents.isEmpty)
        let document = try Command(within: script, Self.camera + ["-o", scratch.file("clip.mp4"), "--json"]).run()
        #expect(document.output.contains(#""ended":"space","files":[]"#), "\(document.output)")
        // All of it is in the fragment that is written when it has ended by its limit.
        let short = Self.camera + ["-o", scratch.file("clip.mp4"), "--max-duration", "400ms"]
        let ended = try Command(within: script, short).run()
        #expect(ended.status == 74)
        #expect(ended.errors.contains(hint), "\(ended.errors)")
        let demo = try Command(within: Privileges.smallFiles(blocks: 100), ["demo", scratch.path]).run()
        #expect(demo.status == 74)
        #expect(
            demo.errors.contains("hint: free space, or write elsewhere in another folder"),
            "\(demo.errors)"
        )
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `A signal triggers, and the file begins before it`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let arguments = ["-o", path, "--pre-roll", "1s", "--max-duration", "1500ms"]
        let command = try Command(Self.camera + arguments).start()
        #expect(try command.waitUntilItSays("Watching"))
        sleep(2)
        command.signal(SIGUSR1)
        let outcome = try command.wait()
        #expect(outcome.status == 0)
        let clip = try ClipReader(path)
        #expect(try Self.areNumbered(clip))
        // The camera has been filming for a while before the first frame of the file.
        #expect(try #require(clip.frames().first?.number) > 0)
    }

    @Test func `What is typed marks, describes and ends it`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let script = """
            (until [ -s '\(path)' ]; do sleep 0.1; done; sleep 1
            printf 'm Take-off\\nplayer=7\\nwhat\\n'; sleep 1; echo q) | "$@"
            """
        let outcome = try Command(within: script, Self.camera + ["-o", path, "--keys", "--json"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(#""ended":"key""#))
        // Once at the beginning, and once for what means nothing.
        #expect(outcome.errors.components(separatedBy: "key=text is stored").count == 3)
        let clip = try ClipReader(path)
        #expect(clip.text("player") == "7")
        #expect(clip.chapters.map { $0.metadata.map(\.value) } == [["Take-off"]])
        let inspection = try Command(["inspect", path, "--decode"]).run()
        #expect(inspection.output.contains("Take-off"))
    }

    @Test func `Stills of an earlier session stay, and new ones are numbered after them`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        _ = try scratch.write([1], to: "still-1.jpg")
        let script = "(until [ -s '\(path)' ]; do sleep 0.1; done; printf 's\\ns\\n'; sleep 1; echo q) | \"$@\""
        let options = ["-o", path, "--keys", "--snapshot", scratch.file("still")]
        let outcome = try Command(within: script, Self.camera + options).run()
        #expect(outcome.status == 0)
        #expect(try scratch.contents == ["clip.mp4", "still-1.jpg", "still-2.jpg", "still-3.jpg"])
    }

    @Test(.enabled(if: Privileges.canMount(), "no disk can be mounted here"))
    func `A still for which there is no room is named, and the recording goes on`() throws {
        let scratch = try ScratchDirectory()
        let (path, disk) = (scratch.file("clip.mp4"), scratch.file("disk"))
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        let keys = "(until [ -s '\(path)' ]; do sleep 0.1; done; echo s; sleep 1; echo s; sleep 1; echo q)"
        // Of stills of this size there is room for one.
        let size = ["--size", "1920x1080", "--frame-rate", "30", "--audio", "none"]
        let options = ["-o", path, "--keys", "--snapshot", "\(disk)/still"] + size
        let script = "\(keys) | (\(Privileges.smallDisk(at: disk)))"
        let outcome = try Command(within: script, ["record", "synthetic"] + options).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let reason = "cannot write \(disk)/still-2.jpg: no space left on the device"
        #expect(outcome.errors.contains("no snapshot: \(reason)"), "\(outcome.errors)")
        #expect(try ClipReader(path).packets[0].count > 5)
    }

    @Test func `What is set by a line is confirmed, and a wrong one is explained`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let script = """
            (until [ -s '\(path)' ]; do sleep 0.1; done
            printf 'set gain 20\\nset nosuch 3\\nset auto_exposure=2\\n'; sleep 1; echo stop) | "$@"
            """
        let log = scratch.file("log.jsonl")
        let outcome = try Command(within: script, Self.camera + ["-o", path, "--keys", "--log", log]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("\ngain = 20, was 0\n"))
        #expect(outcome.errors.contains("\nnot set: Synthetic camera has no control 'nosuch'\n"))
        #expect(
            outcome.errors.contains("\nnot set: the driver refuses 2 for auto_exposure: it takes 1 (Manual Mode), 3 (")
        )
        #expect(outcome.errors.contains("ended: by a key"))
        #expect(String(decoding: try ScratchDirectory.bytes(of: log), as: UTF8.self).contains(#""name": "gain""#))
    }

    @Test func `Lines that come before the recording are not lost`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let script = #"(printf 'set gain 20\nplayer=7\n'; sleep 3; echo stop) | "$@""#
        let outcome = try Command(within: script, Self.camera + ["-o", path, "--keys"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("\ngain = 20, was 0\n"))
        #expect(try ClipReader(path).text("player") == "7")
    }

    @Test func `Exposure that drifts is warned of once`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let script = """
            (until [ -s '\(path)' ]; do sleep 0.1; done; echo set auto_exposure=3; sleep 3; echo stop) | "$@"
            """
        let outcome = try Command(within: script, Self.camera + ["-o", path, "--keys"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.components(separatedBy: "exposure_time_absolute changes by itself").count == 2)
    }

    @Test(
        arguments: [
            ("", .trigger), ("trigger", .trigger), ("s", .still), ("still", .still), ("q", .end), ("stop", .end),
            ("m", .mark(title: nil)), ("mark", .mark(title: nil)), ("m The jump", .mark(title: "The jump")),
            ("mark The jump", .mark(title: "The jump")), ("set gain 20", .set(ControlRequest(words: ["gain=20"]))),
            ("set gain=20 zoom=150", .set(ControlRequest(words: ["gain=20", "zoom=150"]))),
            ("set auto_exposure Manual Mode", .set(ControlRequest(words: ["auto_exposure=Manual Mode"]))),
            ("zoom 2x 3s", .set(ControlRequest(words: ["zoom=2x"], time: "3s"))),
            ("zoom stop", .set(ControlRequest(words: ["zoom=stop"]))), ("zoom 2x soon", nil), ("set gain", nil),
            ("set", nil), ("set gain=20 zoom", nil),
            ("m=3", .tag(MetadataItem(key: "m", value: "3"))), ("lens=", .tag(MetadataItem(key: "lens", value: ""))),
            ("x", nil), ("=x", nil), ("S", nil),
        ] as [(String, RecordingOrder?)]
    )
    func `Lines are read as the help says`(line: String, order: RecordingOrder?) {
        #expect(RecordingOrder(line) == order)
    }

    @Test func `A loud sound triggers, and stands where the pre-roll ends`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        // The first click comes after half a second.
        let trigger = ["--pre-roll", "250ms", "--trigger", "audio:-10dB", "--max-duration", "500ms"]
        let outcome = try Command(Self.camera + ["-o", path, "--json", "-q"] + trigger).run()
        #expect(outcome.status == 0)
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
        let clip = try ClipReader(path)
        #expect(try Self.areNumbered(clip))
        let chapter = try #require(clip.chapters.first)
        let interval = 1.0 / 30
        let start = try chapter.timeBase.time(chapter.start).seconds
        // The file begins with its first frame, which is up to one interval later than the pre-roll. Where a busy machine
        // lost that frame, it begins with a later one. `PreRollTests` have a camera that loses none.
        #expect(start <= 0.25)
        if document.lost.total == 0 { #expect(start > 0.25 - interval) }
        let audio = try clip.audio(ofStream: 1)
        let click = try #require(ClickFinder.clicks(in: audio.channels[0], sampleRate: audio.sampleRate).first)
        #expect(abs(audio.start.seconds + click - start) < interval / 2)
    }

    @Test func `A command's end triggers`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let outcome = try Command(
            Self.camera + ["-o", path, "--trigger", "exit:sleep 1; echo over", "--max-duration", "500ms", "--json"]
        ).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("over\n"))
        #expect(try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8)).ended == "duration")
        #expect(try Self.areNumbered(try ClipReader(path)))
    }

    @Test func `What the camera makes of the options is warned of, and options that do nothing are named`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let options = [
            "--max-duration", "200ms", "--shutter", "5s", "--quality", "30", "--location", "+48.2082+016.3738",
        ]
        let outcome = try Command(Self.camera + ["-o", path, "--format", "mjpg"] + options).run()
        #expect(outcome.status == 0)
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == "warning: exposure_time_absolute = 5000 (the driver's choice for 50000), was 5")
        #expect(
            lines.contains { $0.hasPrefix("warning: each frame is exposed for 500 ms, longer than the 33.33 ms") }
        )
        #expect(lines.contains("note: --quality does nothing: frames are stored as they come from the camera"))
        let clip = try ClipReader(path)
        #expect(clip.text("overcrank.format") == "MJPG 320x180")
        let place = "com.apple.quicktime.location.ISO6709"
        #expect(clip.text(place) == "+48.2082+016.3738/")
        // Whoever passes a clip on may not want to say where it was taken.
        let shared = scratch.file("shared.mp4")
        let export = try Command(["export", path, "-o", shared, "--location", ""]).run()
        #expect(export.status == 0, "\(export.errors)")
        let copy = try ClipReader(shared)
        #expect(copy.text(place) == nil)
        #expect(copy.text("overcrank.format") == "MJPG 320x180")
    }

    @Test func `A preset says how, and options beside it win`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let text = "summary: x\nrecord: {size: 320x180, frame-rate: 60, format: YU12, max-duration: 1s, rotate: 90}\n"
        let preset = try scratch.write(Array(text.utf8), to: "mine.yaml")
        let outcome = try Command(
            ["record", "synthetic", "-o", path, "--preset", preset, "--frame-rate", "30", "--json", "-q"]
        ).run()
        #expect(outcome.status == 0)
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
        #expect(document.granted == "30/1")
        let clip = try ClipReader(path)
        #expect(clip.text("overcrank.format") == "YU12 320x180")
        #expect(clip.streams[0].parameters.codecName == "h264")
        #expect(try Command(["inspect", path]).run().output.contains("to be turned"))
    }

    /// Every frame can be read, and their numbers rise.
    private static func areNumbered(_ clip: ClipReader) throws -> Bool {
        let numbers = try clip.frames().map(\.number)
        guard numbers.count == clip.packets[0].count else { return false }
        let known = numbers.compactMap { $0 }
        return known.count == numbers.count && zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
    }

    private struct Document: Decodable {
        struct Lost: Decodable {
            let sequence: Int64
            let time: Int64
            let flagged: Int64
            let overflow: Int64
            let undecodable: Int64

            var total: Int64 { sequence + time + flagged + overflow + undecodable }
        }

        let output: String
        let ended: String
        let granted: String
        let frames: Int64
        let lost: Lost
    }
}

extension RunningCommand {
    /// Waits until something is said to people; `false` where the process ends before.
    func waitUntilItSays(_ words: String) throws -> Bool {
        while isRunning {
            if try errors.contains(words) { return true }
            usleep(1000)
        }
        // It may have ended just after it said so.
        return try errors.contains(words)
    }

    /// Waits until a file is so long; `false` where the process ends before.
    func waitUntilFile(_ path: String, holds size: UInt64) -> Bool {
        while isRunning {
            var status = stat()
            if unsafe stat(path, &status) == 0, status.st_size >= size { return true }
            usleep(1000)
        }
        return false
    }
}
