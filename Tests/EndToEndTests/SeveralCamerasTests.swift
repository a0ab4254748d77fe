import FFmpeg
import FoundationEssentials
import Glibc
import MediaTime
import TestSupport
import Testing

@testable import overcrank

/// Several cameras in one command.
@Suite(.endsIfItHangs) struct SeveralCamerasTests {
    private static let cameras = ["record", "synthetic", "synthetic", "--size", "320x180", "--frame-rate", "30"]

    private struct Document: Decodable {
        struct File: Decodable {
            let output: String
            let startTimestamp: String
            let offset: String?
            let offsetSeconds: Double?
            let offsetTo: String?
        }
        let camera: Int?
        let output: String
        let files: [File]
        let ended: String
    }

    private struct Inspections: Decodable {
        struct File: Decodable {}
        struct Item: Decodable {
            struct Overlap: Decodable { let durationSeconds: Double }
            let file: String
            let offsetSeconds: Double?
            let overlap: Overlap?
        }
        let files: [File]
        let together: [Item]
    }

    private func documents(_ outcome: Command.Outcome) throws -> [Document] {
        let lines = outcome.output.split(separator: "\n")
        return try lines.map { try JSONDecoder().decode(Document.self, from: Data($0.utf8)) }
            .sorted { ($0.camera ?? 0) < ($1.camera ?? 0) }
    }

    private static func seconds(_ text: String) throws -> Double {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        try #require(parts.count == 2)
        return parts[0] / parts[1]
    }

    @Test func `Each has a file, which says how much later it begins`() throws {
        let scratch = try ScratchDirectory()
        let arguments = ["-o", scratch.file("game.mp4"), "--log", scratch.file("lost.jsonl"), "--max-duration", "1s"]
        let outcome = try Command(Self.cameras + arguments + ["--json"]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.contents == ["game-cam1.mp4", "game-cam2.mp4", "lost-cam1.jsonl", "lost-cam2.jsonl"])
        #expect(outcome.errors.contains("camera 2: Recording synthetic"))
        let documents = try documents(outcome)
        #expect(documents.map(\.camera) == [1, 2])
        #expect(documents.map(\.ended) == ["duration", "duration"])
        let files = documents.flatMap(\.files)
        let starts = try files.map { try Self.seconds($0.startTimestamp) }
        let offsets = try files.map { try Self.seconds(#require($0.offset)) }
        #expect(offsets[0] == 0)
        #expect(abs(offsets[1] - (starts[1] - starts[0])) < 1e-6)
        #expect(files.map(\.offsetTo) == [files[0].output, files[0].output])
        for (file, offset) in zip(files, offsets) {
            let clip = try ClipReader(file.output)
            #expect(clip.streams(.audio).count == 1)
            #expect(try Self.seconds(#require(clip.text("overcrank.offset"))) == offset)
        }
        let inspection = try Command(["inspect", "--json"] + files.map(\.output)).run()
        let both = try JSONDecoder().decode(Inspections.self, from: Data(inspection.output.utf8))
        #expect(both.files.count == 2)
        #expect(both.together.map(\.file) == [files[1].output])
        #expect(abs(try #require(both.together.first?.offsetSeconds) - offsets[1]) < 1e-9)
        #expect(try #require(both.together.first?.overlap?.durationSeconds) > 0.9 - abs(offsets[1]))
        let words = try Command(Self.cameras + arguments + ["--force"]).run().errors
        #expect(words.contains("ms after \(files[0].output)") || words.contains("ms before \(files[0].output)"))
    }

    @Test func `A trigger, a mark and an end are for all, and a line may be for one`() throws {
        let scratch = try ScratchDirectory()
        let paths = (1...2).map { scratch.file("\($0)/cam\($0).mp4") }
        let script = """
            (until [ -s '\(paths[0])' ] && [ -s '\(paths[1])' ]; do sleep 0.1; done; sleep 1
            printf 'm Goal\\n2: set gain 20\\n3: still\\nstill\\n'; sleep 1; echo q) | "$@"
            """
        let arguments = ["-o", scratch.file("%c/cam%c.mp4"), "--keys", "--json", "--audio", "none"]
        let outcome = try Command(within: script, Self.cameras + arguments).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try documents(outcome).map(\.ended) == ["key", "key"])
        #expect(outcome.errors.contains("camera 2: gain = 20, was 0"))
        #expect(!outcome.errors.contains("camera 1: gain"))
        #expect(outcome.errors.contains("not done: there is no camera 3"))
        let clips = try paths.map { try ClipReader($0) }
        #expect(clips.map { $0.chapters.map { $0.metadata.map(\.value) } } == [[["Goal"]], [["Goal"]]])
        #expect(clips.map { $0.text("overcrank.control.changes") != nil } == [false, true])
        for path in paths { #expect(try ScratchDirectory.bytes(of: "\(path)-1.jpg").starts(with: [0xFF, 0xD8])) }
    }

    @Test func `A signal triggers all at the same instant`() throws {
        let scratch = try ScratchDirectory()
        let arguments = ["-o", scratch.file("jump.mp4"), "--pre-roll", "1s", "--max-duration", "1500ms"]
        let command = try Command(Self.cameras + arguments + ["--audio", "none"]).start()
        #expect(try command.waitUntilItSays("camera 1: Watching"))
        #expect(try command.waitUntilItSays("camera 2: Watching"))
        sleep(2)
        command.signal(SIGUSR1)
        let outcome = try command.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let instants = try (1...2).map { camera in
            let clip = try ClipReader(scratch.file("jump-cam\(camera).mp4"))
            let chapter = try #require(clip.chapters.first)
            let start = try Self.seconds(#require(clip.text("overcrank.start.monotonic")))
            return try start + chapter.timeBase.time(chapter.start).seconds
        }
        #expect(abs(instants[0] - instants[1]) < 1e-4)
    }

    @Test func `One that fails does not end the others`() throws {
        let scratch = try ScratchDirectory()
        let cameras = ["record", "/dev/none", "synthetic", "--size", "320x180", "--frame-rate", "30"]
        let arguments = ["-o", scratch.file("game.mp4"), "--max-duration", "1s", "--audio", "none"]
        let outcome = try Command(cameras + arguments).run()
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("error: camera 1: "))
        #expect(outcome.errors.contains("error: 1 of 2 cameras failed\n"))
        #expect(try scratch.contents == ["game-cam2.mp4"])
        let clip = try ClipReader(scratch.file("game-cam2.mp4"))
        #expect(clip.text("overcrank.rate.measured") != nil)
        #expect(clip.text("overcrank.offset") == "0/1000000")
    }

    @Test func `Data that cannot be written ends no recording`() throws {
        let scratch = try ScratchDirectory()
        let paths = (1...2).map { scratch.file("game-cam\($0).mp4") }
        let script = """
            (until [ -s '\(paths[0])' ] && [ -s '\(paths[1])' ]; do sleep 0.1; done
            echo '1: stop'; sleep 1; echo q) | "$@" >/dev/full
            """
        let arguments = ["-o", scratch.file("game.mp4"), "--keys", "--json", "--audio", "none"]
        let then = ["--then", "echo >>'\(scratch.file("followed"))'"]
        let outcome = try Command(within: script, Self.cameras + arguments + then).run()
        #expect(outcome.status == 74)
        #expect(outcome.errors.components(separatedBy: "warning: cannot write to standard output").count == 2)
        #expect(outcome.errors.contains(#"{"error":{"message":"cannot write to standard output"#))
        for path in paths { #expect(try ClipReader(path).text("overcrank.rate.measured") != nil) }
        #expect(try ScratchDirectory.bytes(of: scratch.file("followed")).count == 2)
    }

    @Test func `A signal ends all well`() throws {
        let scratch = try ScratchDirectory()
        let command = try Command(Self.cameras + ["-o", scratch.file("game.mov"), "--json"]).start()
        for camera in 1...2 { #expect(command.waitUntilFile(scratch.file("game-cam\(camera).mov"), holds: 400_000)) }
        command.signal(SIGINT)
        let outcome = try command.wait()
        #expect(outcome.status == 130)
        #expect(try documents(outcome).map(\.ended) == ["signal", "signal"])
        for camera in 1...2 {
            #expect(try ClipReader(scratch.file("game-cam\(camera).mov")).text("overcrank.rate.measured") != nil)
        }
    }

    @Test func `All files are one series, which is kept within its limits`() throws {
        let scratch = try ScratchDirectory()
        let arguments = ["-o", scratch.file("a/%n.mp4"), "--max-duration", "200ms", "--audio", "none"]
        for _ in 0..<2 { #expect(try Command(Self.cameras + arguments).run().status == 0) }
        let folder = scratch.file("a")
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)).count == 4)
        let outcome = try Command(Self.cameras + arguments + ["--keep-size", "1K"]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        // What each has recorded last is left, whichever ends first.
        #expect(left.sorted() == ["001-cam1.mp4", "001-cam2.mp4"])
    }
}
