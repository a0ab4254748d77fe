import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import overcrank

/// `overcrank controls` reaches a recording that runs.
@Suite(.endsIfItHangs) struct RunningRecordingTests {
    /// The folder in which recordings can be reached, for the commands of one test.
    private struct Runtime {
        let scratch: ScratchDirectory
        let folder: String

        init() throws {
            scratch = try ScratchDirectory()
            // Sockets have short names.
            folder = "\(P_tmpdir)/oc-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            guard unsafe mkdir(folder, 0o700) == 0 else { throw SystemError("mkdir", errno) }
        }

        func command(_ arguments: [String]) throws -> Command {
            try Command(within: "XDG_RUNTIME_DIR='\(folder)' TMPDIR='\(folder)' exec \"$@\"", arguments)
        }

        /// As in a service: the system keeps no folder for the user.
        func commandWithoutLogin(_ arguments: [String]) throws -> Command {
            try Command(within: "XDG_RUNTIME_DIR='\(folder)/none' TMPDIR='\(folder)' exec \"$@\"", arguments)
        }

        var sockets: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/overcrank")) ?? []).map {
                "\(folder)/overcrank/\($0)"
            }
        }

        func remove() { try? FileManager.default.removeItem(atPath: folder) }

        /// A recording that runs until it is told to end.
        func record(_ name: String = "clip.mp4") throws -> RunningCommand {
            let path = scratch.file(name)
            let recording = try command(RecordTests.camera + ["-o", path, "--audio", "none"]).start()
            #expect(recording.waitUntilFile(path, holds: 300_000))
            return recording
        }
    }

    @Test func `A recording of a service is reached from a login, and from another service`() throws {
        let runtime = try Runtime()
        defer { runtime.remove() }
        let path = runtime.scratch.file("clip.mp4")
        let recording = try runtime.commandWithoutLogin(RecordTests.camera + ["-o", path, "--audio", "none"]).start()
        #expect(recording.waitUntilFile(path, holds: 300_000))
        let service = try runtime.commandWithoutLogin(["controls", "synthetic", "gain=20"]).run()
        #expect(service.errors == "gain = 20, was 0\n")
        let login = try runtime.command(["controls", "synthetic", "gain=21"]).run()
        #expect(login.errors == "gain = 21, was 20\n")
        recording.signal(SIGINT)
        #expect(try recording.wait().status == 130)
    }

    @Test func `What is set is set at the recording, and listed as it is there`() throws {
        let runtime = try Runtime()
        defer { runtime.remove() }
        let recording = try runtime.record()
        let socket = try #require(runtime.sockets.first)
        var status = stat()
        #expect(unsafe stat(socket, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)

        let set = try runtime.command(["controls", "synthetic", "gain=20", "zoom=150"]).run()
        #expect(set.status == 0)
        #expect(set.errors == "gain = 20, was 0\nzoom_absolute = 150, was 100\n")
        let list = try runtime.command(["controls", "synthetic", "gain", "--json"]).run()
        #expect(list.output.contains("\"value\" : 20"))
        let ramp = try runtime.command(["controls", "synthetic", "zoom=2x", "--over", "100ms"]).run()
        #expect(ramp.errors == "zoom_absolute goes from 150 to 200 within 100ms\n")
        let both = try runtime.command(["controls", "synthetic", "zoom=2x", "gain=3", "--over", "1s"]).run()
        #expect(both.status == 64)
        let wrong = try runtime.command(["controls", "synthetic", "auto_exposure=2"]).run()
        #expect(wrong.status == 69)
        #expect(wrong.errors.contains("error: the driver refuses 2 for auto_exposure"))

        recording.signal(SIGINT)
        let outcome = try recording.wait()
        #expect(outcome.status == 130)
        #expect(outcome.errors.contains("\ngain = 20, was 0\n"))
        #expect(runtime.sockets.isEmpty)
        let stored = try #require(ClipReader(runtime.scratch.file("clip.mp4")).text("overcrank.control.changes"))
        #expect(stored.contains(" gain 20; ") && stored.contains(" zoom_absolute 150"))
    }

    @Test func `A recording that was killed is not waited for`() throws {
        let runtime = try Runtime()
        defer { runtime.remove() }
        let recording = try runtime.record()
        recording.signal(SIGKILL)
        _ = try recording.wait()
        #expect(runtime.sockets.count == 1)
        let outcome = try runtime.command(["controls", "synthetic", "gain=20"]).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("keeps its settings only while it is recorded"))
        #expect(runtime.sockets.isEmpty, "what is left of it is removed")
    }

    @Test func `A recording that does not answer is named`() throws {
        let runtime = try Runtime()
        defer { runtime.remove() }
        let recording = try runtime.record()
        recording.signal(SIGSTOP)
        let outcome = try runtime.command(["controls", "synthetic", "gain=20"]).run()
        #expect(outcome.status == 75)
        #expect(outcome.errors.contains("/\(recording.process)."))
        recording.signal(SIGCONT)
        recording.signal(SIGINT)
        #expect(try recording.wait().status == 130)
    }

    @Test func `Two recordings of one camera are not mixed up`() throws {
        let runtime = try Runtime()
        defer { runtime.remove() }
        let recordings = [try runtime.record("a.mp4"), try runtime.record("b.mp4")]
        let outcome = try runtime.command(["controls", "synthetic", "gain=20"]).run()
        #expect(outcome.status == 75)
        #expect(outcome.errors.contains("is recorded by the processes"))
        for recording in recordings {
            recording.signal(SIGINT)
            _ = try recording.wait()
        }
    }
}
