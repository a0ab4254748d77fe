import Capture
import TestSupport
import Testing

/// What cannot be recorded, or not so, is refused with a reason, and nothing is left behind.
@Suite(.endsIfItHangs) struct RecordRefusalTests {
    @Test func `A recording that exists is not replaced`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write([1], to: "clip.mp4")
        let outcome = try Command(RecordTests.camera + ["-o", path]).run()
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("hint: --force replaces it"))
    }

    @Test func `A log that exists is not replaced, and no recording is left behind`() throws {
        let scratch = try ScratchDirectory()
        let log = try scratch.write([1], to: "log.jsonl")
        let arguments = RecordTests.camera + ["-o", scratch.file("clip.mp4"), "--log", log, "--max-duration", "500ms"]
        let outcome = try Command(arguments).run()
        #expect(outcome.status == 73)
        #expect(try scratch.contents == ["log.jsonl"])
        #expect(try ScratchDirectory.bytes(of: log) == [1])
        #expect(try Command(arguments + ["--force"]).run().status == 0)
        #expect(try scratch.contents == ["clip.mp4", "log.jsonl"])
    }

    @Test func `A wrong microphone is told from a wrong camera`() throws {
        let scratch = try ScratchDirectory()
        let outcome = try Command(RecordTests.camera + ["-o", scratch.file("clip.mp4"), "--audio", "nosuch"]).run()
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("hint: --audio takes a microphone's ALSA name"))
        #expect(try scratch.contents.isEmpty)
    }

    @Test(arguments: [
        (["record", "/dev/nonexistent", "-o", "clip.mp4"], 69),
        (["record", "synthetic", "-o", "clip.avi"], 69),
        (["record", "synthetic", "-o", "clip.mp4", "--size", "12"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--size", "4000x3000"], 69),
        (["record", "synthetic", "-o", "clip.mp4", "--min-free-space", "1000000T"], 73),
        (["record", "synthetic", "-o", "clip.mp4", "--retrigger", "perhaps"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--shutter", "bright"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--input", "1"], 69),
        (["record", "synthetic", "-o", "clip.mp4", "--max-size", "x"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--max-duration", "20f"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--segments"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--retrigger", "queue"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--audio", "none", "--audio-gain", "6dB"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--location", "nonsense"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--location", "+91.0+016.3738/"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--format", "YU12", "--quality", "99"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--max-size", "1k"], 64),
        (["controls", "synthetic", "gain=abc"], 64), (["controls", "synthetic", "gain="], 64),
        (["controls", "synthetic", "=3"], 64), (["controls", "synthetic", "gain=1.5"], 64),
        (["controls", "synthetic", "nosuch=1"], 69), (["controls", "synthetic", "auto_exposure=wrong"], 69),
        (["record", "synthetic", "-o", "clip.mp4", "--pre-roll", "2s", "--max-duration", "2s"], 64),
        (["record", "synthetic", "-o", "clip.mp4", "--preset", "serve", "--max-duration", "5s"], 64),
        (["record", "synthetic", "-o", "/proc/none/clip.mp4", "--pre-roll", "2s"], 73),
        (["record", "synthetic", "-o", "clip.mp4", "--snapshot", "/proc/none/still"], 73),
        (["record", "synthetic", "-o", "clip.mp4", "--trigger", "audio:-10dB", "--audio", "none"], 64),
    ]) func `What cannot be recorded is said`(arguments: [String], status: Int) throws {
        let outcome = try Command(arguments).run()
        #expect(Int(outcome.status) == status)
        #expect(outcome.errors.hasPrefix("error: "))
    }

    @Test(arguments: [
        (["record", "synthetic", "-o", "clip.mp4", "--preset", "voice"], "says how to export"),
        (["export", "clip.mp4", "-o", "slow.mp4", "--preset", "serve"], "says how to record"),
    ]) func `A preset for something else is refused`(arguments: [String], reason: String) throws {
        let outcome = try Command(arguments).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(reason))
    }

    @Test(.enabled(if: Prober.system.devices().allSatisfy { $0.node == nil }, "there is a camera"))
    func `Without a camera the error says so`() throws {
        let scratch = try ScratchDirectory()
        let outcome = try Command(["record", "-o", scratch.file("clip.mp4")]).run()
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasPrefix("error: there is no camera\nhint: 'overcrank devices' lists the cameras"))
        #expect(try scratch.contents.isEmpty)
    }
}
