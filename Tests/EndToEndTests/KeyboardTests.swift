import FFmpeg
import Glibc
import TestSupport
import Testing

@testable import overcrank

/// Recording in a terminal: keys come without Return, and the terminal is as before in every way out.
@Suite(.endsIfItHangs) struct KeyboardTests {
    private func terminal(_ path: String, _ script: String = #""$@"; echo '[back]'; read line"#) throws
        -> Pseudoterminal
    {
        try Pseudoterminal(script, [try Command.directory + "/overcrank"] + RecordTests.camera + ["-o", path])
    }

    @Test func `Keys act at once, and the status line says what they did`() throws {
        let scratch = try ScratchDirectory()
        let terminal = try terminal(scratch.file("clip.mp4"))
        #expect(terminal.waits(for: "REC "))
        // Without a frame there is no file.
        #expect(terminal.waits(for: " kB"))
        #expect(!terminal.hasLines)
        terminal.type("G")
        #expect(terminal.waits(for: "gain = 4, was 0"))
        terminal.type(":mark Take-off\r")
        #expect(terminal.waits(for: "marked 'Take-off'"))
        terminal.type("q")
        #expect(terminal.waits(for: "ended: by a key"))
        #expect(terminal.waits(for: "[back]"))
        #expect(terminal.hasLines)
        let clip = try ClipReader(scratch.file("clip.mp4"))
        #expect(clip.chapters.map { $0.metadata.map(\.value) } == [["Take-off"]])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func `A signal leaves the terminal as it was`(signal: Int32)
        throws
    {
        let scratch = try ScratchDirectory()
        let script = #"trap : HUP TERM; "$@" & echo "process $!."; fg >/dev/null; echo '[back]'; read line"#
        let terminal = try terminal(scratch.file("clip.mp4"), script)
        #expect(terminal.waits(for: "process "))
        #expect(terminal.waits(for: "."))
        #expect(terminal.waits(until: { !terminal.hasLines }))
        let process = try #require(pid_t(Self.child(named: "overcrank", writing: scratch.file("clip.mp4")) ?? ""))
        kill(process, signal)
        #expect(terminal.waits(for: "[back]"))
        #expect(terminal.hasLines)
    }

    @Test func `Stopped by Ctrl-Z, it gives the terminal back, and takes it again`() throws {
        let scratch = try ScratchDirectory()
        let terminal = try terminal(
            scratch.file("clip.mp4"),
            #""$@"; echo '[stopped]'; read line; fg; echo '[back]'; read line"#
        )
        #expect(terminal.waits(for: "REC "))
        terminal.type("\u{1A}")
        #expect(terminal.waits(for: "[stopped]"))
        #expect(terminal.hasLines)
        terminal.type("go\n")
        #expect(terminal.waits(until: { !terminal.hasLines }))
        #expect(terminal.waits(for: "REC "))
        terminal.type("q")
        #expect(terminal.waits(for: "[back]"))
        #expect(terminal.waits(until: { terminal.hasLines }))
    }

    @Test func `In the background of a terminal no lines are read, which would stop the process`() throws {
        let scratch = try ScratchDirectory()
        let script = #""$@" --keys --audio none --max-duration 300ms & wait $!; echo "[ended $?]"; read line"#
        let terminal = try terminal(scratch.file("clip.mp4"), script)
        #expect(terminal.waits(for: "[ended 0]"))
    }

    @Test func `Waiting for a trigger is not recording`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let words = [try Command.directory + "/overcrank"] + RecordTests.camera
        let terminal = try Pseudoterminal(
            #""$@"; echo '[back]'; read line"#,
            words + ["-o", path, "--pre-roll", "500ms", "--max-duration", "1s"]
        )
        #expect(terminal.waits(for: "WAITING"))
        terminal.type("\r")
        #expect(terminal.waits(for: "triggered"))
        #expect(terminal.waits(for: "[back]"))
        #expect(try ClipReader(path).packets[0].count > 0)
    }

    /// The number of a process by its name and an argument, as text.
    private static func child(named name: String, writing path: String) throws -> String? {
        let outcome = try Program("pgrep", ["-f", "^[^ ]*\(name) record .*\(path)"]).run()
        return outcome.output.split(separator: "\n").first.map(String.init)
    }
}
