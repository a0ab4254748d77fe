import FoundationEssentials
import Glibc
import MediaTime
import TestSupport
import Testing

/// Ctrl-C and its relatives end an export in good order.
@Suite(.endsIfItHangs) struct InterruptionTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `An interrupted export leaves nothing, and says 130`(signal: Int32) throws {
        let scratch = try ScratchDirectory()
        let clip = try Clip("mp4", frames: 240, at: .fps(120)).write(to: scratch)
        // Slow enough to be caught in the middle on any machine.
        let command = try Command([
            "export", clip, "-o", scratch.file("slow.mp4"), "--rate", "1/16", "--frame-rate", "120",
            "--video-codec", "hevc", "--encoder-preset", "veryslow",
        ]).start()
        #expect(command.waitUntilWriting(in: scratch.path, besides: clip))
        command.signal(signal)
        let outcome = try command.wait()
        #expect(outcome.status == 130)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("error: interrupted; nothing was written to \(scratch.file("slow.mp4"))"))
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `Killed, it leaves nothing either`() throws {
        let scratch = try ScratchDirectory()
        let clip = try Clip("mp4", frames: 120, at: .fps(120)).write(to: scratch)
        let command = try Command([
            "export", clip, "-o", scratch.file("slow.mp4"), "--rate", "1/16", "--frame-rate", "120",
            "--video-codec", "hevc", "--encoder-preset", "veryslow",
        ]).start()
        #expect(command.waitUntilWriting(in: scratch.path, besides: clip))
        command.signal(SIGKILL)
        #expect(try command.wait().status == 128 + SIGKILL)
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `A reader that goes away does not end an export`() throws {
        let scratch = try ScratchDirectory()
        let clip = try Clip("mp4", frames: 12, at: .fps(120)).write(to: scratch)
        let script = #"{ "$@"; echo $? >&2; } | true"#
        let outcome = try Command(within: script, ["export", clip, "-o", scratch.file("slow.mp4"), "--json"]).run()
        #expect(outcome.errors.hasSuffix("0\n"))
        #expect(try ClipReader(scratch.file("slow.mp4")).packets[0].count == 12)
    }
}

extension RunningCommand {
    /// Waits until the process has a file open in a directory besides a certain one; `false` where it ends before.
    fileprivate func waitUntilWriting(in directory: String, besides input: String) -> Bool {
        while isRunning {
            let open = descriptors.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
            }
            if open.contains(where: { $0.hasPrefix(directory) && $0 != input }) { return true }
            usleep(1000)
        }
        return false
    }

    private var descriptors: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
    }
}
