import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import overcrank

/// Recordings that nobody looks after.
@Suite(.endsIfItHangs) struct SeriesTests {
    private static let short = RecordTests.camera + ["--audio", "none", "--max-duration", "200ms"]

    @Test func `Files are named by their time, and the oldest deleted`() throws {
        let scratch = try ScratchDirectory()
        let output = scratch.file("cam/%Y/%n.mp4")
        for _ in 0..<3 { #expect(try Command(Self.short + ["-o", output]).run().status == 0) }
        let outcome = try Command(Self.short + ["-o", output, "--keep-size", "1K", "--json"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("deleted \(scratch.path)/cam/"))
        #expect(outcome.errors.contains("/001.mp4\n"))
        // Only the newest is left, which alone is too large.
        #expect(outcome.errors.contains("above --keep-size"))
        let years = try FileManager.default.contentsOfDirectory(atPath: scratch.file("cam"))
        let files = try years.flatMap { try FileManager.default.contentsOfDirectory(atPath: scratch.file("cam/\($0)")) }
        #expect(files.count == 1)
        #expect(outcome.output.contains(#""deleted":["#))
    }

    @Test func `The log is named by its time, too`() throws {
        let scratch = try ScratchDirectory()
        let names = ["-o", scratch.file("cam/%Y/%n.mp4"), "--log", scratch.file("logs/%Y/%n.jsonl")]
        for number in 1...2 {
            let outcome = try Command(Self.short + names + ["--json"]).run()
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("/00\(number).jsonl\""))
        }
        let years = try FileManager.default.contentsOfDirectory(atPath: scratch.file("logs"))
        let logs = try years.flatMap { try FileManager.default.contentsOfDirectory(atPath: scratch.file("logs/\($0)")) }
        #expect(logs.sorted() == ["001.jsonl", "002.jsonl"])
    }

    @Test func `A command follows each file, and its failure is said`() throws {
        let scratch = try ScratchDirectory()
        let output = scratch.file("clip.mp4")
        let command = #"echo "$OVERCRANK_FILE $OVERCRANK_FRAMES"; cp "$OVERCRANK_FILE" "$OVERCRANK_FILE.copy"; exit 3"#
        let outcome = try Command(Self.short + ["-o", output, "--json", "--then", command]).run()
        #expect(outcome.status == 0)
        #expect(try ScratchDirectory.bytes(of: output) == ScratchDirectory.bytes(of: "\(output).copy"))
        #expect(outcome.errors.contains("\n\(output) "))
        #expect(outcome.output.hasPrefix("{"))
        #expect(outcome.errors.contains("failed after \(output): it exited with 3\n"))
    }

    @Test func `The end of a command is seen where whoever started us ignores that`() throws {
        let scratch = try ScratchDirectory()
        let words = Self.short + ["-o", scratch.file("clip.mp4"), "--then", "exit 3"]
        // A shell that is no bash keeps from its commands that it ignores this signal.
        let script = #"exec bash -c "trap '' CHLD; exec \"\$@\"" bash "$@""#
        let outcome = try Command(within: script, words).run()
        #expect(outcome.errors.contains("it exited with 3\n"))
    }

    @Test(arguments: [["--keep", "30d"], ["--keep-size", "1G"]])
    func `One file is no series`(option: [String]) throws {
        let scratch = try ScratchDirectory()
        let outcome = try Command(Self.short + ["-o", scratch.file("clip.mp4")] + option).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("hint: -o 'FOLDER/"))
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `A percent sign that says nothing is refused`() throws {
        let outcome = try Command(Self.short + ["-o", "100%.mp4"]).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("%% for a percent sign"))
    }

    @Test func `Without a message bus it records all the same`() throws {
        let scratch = try ScratchDirectory()
        let script = "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nowhere/bus exec \"$@\""
        let arguments = Self.short + ["-o", scratch.file("clip.mp4"), "--verbose"]
        let outcome = try Command(within: script, arguments).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("note: the machine may sleep meanwhile: cannot open the system bus"))
    }
}
