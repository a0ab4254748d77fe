import Export
import TestSupport
import Testing

@testable import overcrank

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

    @Test(arguments: ["lossless", "voice", "social-30"]) func `What a preset says is no option that was given`(
        preset: String
    ) throws {
        let path = try Clip("mov", frames: 30, at: .fps(30)).write(to: scratch)
        var sound = Clip("mov", frames: 30, at: .fps(30))
        sound.audioTracks = [Clip.Audio(samples: 48_000)]
        let heard = try sound.write(to: scratch, as: "heard")
        for (clip, output) in [(path, "result.mp4"), (heard, "result.wav")] {
            let outcome = try planned(clip, output, ["--preset", preset])
            let text = outcome.output + outcome.errors
            #expect(outcome.status == 0 || output == "result.wav", "\(text)")
            #expect(!text.contains("changes nothing"), "\(text)")
            #expect(!text.contains("change nothing"), "\(text)")
        }
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

    private func clip(_ container: String = "mov", hasAudio: Bool = true) throws -> String {
        var clip = Clip(container, frames: 30, at: .fps(30))
        if hasAudio { clip.audioTracks = [Clip.Audio("aac", samples: 48_000)] }
        return try clip.write(to: scratch)
    }

    private func warnings(_ words: [String]) throws -> [String] {
        try CommandPlanner().plan(words, opened: []).warnings.filter { $0.contains("nothing") }
    }

    @Test(arguments: [
        (["--quality", "20"], "--quality changes nothing"),
        (["--encoder-preset", "fast"], "--encoder-preset changes nothing"),
        (["--video-codec", "prores:hq"], "--video-codec changes nothing"), (["--exact"], "--exact changes nothing"),
        (["--lossless-only"], "--lossless-only changes nothing"),
    ])
    func `Each of them is named, and none that was not typed`(words: [String], warning: String) throws {
        let clip = try clip()
        for output in [["out.wav"], ["out.mp4", "--tracks", "audio"]] {
            // MP4 refuses what it does not carry.
            if output[0] == "out.mp4", words[1...].contains("prores:hq") { continue }
            let line = ["export", clip, "-o"] + output + words
            #expect(try warnings(line) == ["the result has no frames: \(warning)"])
        }
    }

    @Test(arguments: [
        (["--mute-reversed"], "--mute-reversed changes nothing: nothing is played backwards"),
        (["--mute-reversed", "--boomerang"], nil), (["--mute-reversed", "--edit", "0.2s..0.5s@-1"], nil),
        (["--mute-reversed", "--edit", "..@-1"], nil),
        (["--pitch", "varispeed"], "--pitch changes nothing: audio is copied, as its time does not change"),
        (["--pitch", "varispeed", "--rate", "1/2"], nil), (["--pitch", "mute"], nil),
    ])
    func `Options of audio that stays as it is`(words: [String], warning: String?) throws {
        #expect(try warnings(["export", clip(), "-o", "out.mp4"] + words) == [warning].compactMap(\.self))
    }

    @Test func `Options of audio, where two clips have none, or none is heard`() throws {
        let (heard, silent) = try (clip(), clip("mp4", hasAudio: false))
        func said(_ clip: String, _ words: [String]) throws -> [String] {
            try warnings(["side-by-side", clip, clip, "-o", "out.mp4"] + words)
        }
        let words = ["--pitch", "varispeed", "--audio-codec", "flac"]
        let both = "the result has no audio: --pitch and --audio-codec change nothing"
        #expect(try said(heard, ["--audio", "none"] + words) == [both])
        #expect(try said(silent, words) == [both])
        #expect(try said(silent, ["--audio", "mix"]) == ["the result has no audio: --audio changes nothing"])
        #expect(try said(silent, ["--audio", "none"]).isEmpty)
        #expect(try said(heard, words + ["--rate", "1/2"]).isEmpty)
    }

    @Test(arguments: [
        (["--strict", "--verify", "none"], "--strict finds damage"),
        (["--strict", "--verify", "index"], "--verify index decodes nothing"),
        (["--title", "x", "--metadata", "Title=y"], "--title and --metadata Title= are the same: keep one of them"),
        (
            ["--metadata", "artist=x", "--metadata", "ARTIST=y"],
            "--metadata artist= and --metadata ARTIST= are the same: keep one of them"
        ),
        (
            ["--location=+48.2082+016.3738/", "--metadata", "com.apple.quicktime.location.ISO6709=+1+1/"],
            "--location and --metadata com.apple.quicktime.location.ISO6709= are the same"
        ),
    ])
    func `Options that contradict each other`(words: [String], message: String) throws {
        let outcome = try planned(clip(), "result.mp4", words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
