import TestSupport
import Testing

/// Options for what a result does not have.
@Suite struct VainOptionsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func planned(_ clip: String, _ output: String, _ words: [String]) throws -> Command.Outcome {
        try Command(["export", clip, "-o", scratch.file(output), "--dry-run"] + words).run()
    }

    @Test func `Options of frames, where only audio is written`() throws {
        var clip = Clip("mov", frames: 30, at: .fps(30))
        clip.audioTracks = [Clip.Audio(samples: 48_000)]
        let words = ["--frame-rate", "15", "--crop", "9:16", "--filter", "hqdn3d"]
        let outcome = try planned(clip.write(to: scratch), "result.wav", words)
        #expect(outcome.status == 0)
        let text = outcome.output + outcome.errors
        #expect(text.contains("the result has no frames: --frame-rate, --crop and --filter change nothing"), "\(text)")
        #expect(!text.contains("passed over"))
    }

    @Test func `Options of audio, where there is none`() throws {
        let path = try Clip("mov", frames: 30, at: .fps(30)).write(to: scratch)
        let outcome = try planned(path, "result.mp4", ["--pitch", "varispeed"])
        let text = outcome.output + outcome.errors
        #expect(text.contains("the result has no audio: --pitch changes nothing"), "\(text)")
        #expect(try !planned(path, "result.mp4", []).output.contains("nothing"))
    }

    @Test(arguments: [
        (["--fit", "pad"], "--fit pad changes nothing without a --size of width and height"),
        (["--fit", "fill", "--size", "50%"], "--fit fill changes nothing without a --size of width and height"),
        (["--fit", "fill", "--size", "100x100"], nil), (["--snap"], "--snap changes nothing"),
        (["--snap", "--rate", "1/2", "--pitch", "low-latency"], nil),
    ]) func `Options that only others give a meaning`(words: [String], warning: String?) throws {
        let path = try Clip("mov", frames: 30, at: .fps(30)).write(to: scratch)
        let outcome = try planned(path, "result.mp4", words)
        let text = outcome.output + outcome.errors
        #expect(outcome.status == 0, "\(text)")
        if let warning { #expect(text.contains(warning), "\(text)") }
        let isNamed = text.contains("--fit") || text.contains("--snap")
        #expect(isNamed == (warning != nil), "\(text)")
    }

    @Test func `Audio is no moving image, at no rate`() throws {
        let outcome = try planned(Clip("wav", audio: Clip.Audio(samples: 48_000)).write(to: scratch), "result.gif", [])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("has no frames, and gif nothing else"), "\(outcome.errors)")
    }
}
