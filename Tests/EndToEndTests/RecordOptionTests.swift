import ArgumentParser
import Capture
import MediaTime
import Presets
import TestSupport
import Testing

@testable import overcrank

/// Options of `record` and `probe` that contradict one another or do nothing.
@Suite(.endsIfItHangs) struct RecordOptionTests {
    @Test(arguments: [("clip.mp4", "./clip.mp4"), ("%H.mp4", "%H.mp4")])
    func `A recording and its log have different names`(name: String, log: String) throws {
        let scratch = try ScratchDirectory()
        let words = ["record", "synthetic", "-o", "\(scratch.path)/\(name)", "--log", "\(scratch.path)/\(log)"]
        let outcome = try Command(words).run()
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("the recording and its log have the same name"), "\(outcome.errors)")
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `Options that do nothing are named`() throws {
        let scratch = try ScratchDirectory()
        let words = [
            "record", "synthetic", "-o", scratch.file("clip.mp4"), "--max-duration", "0.2s", "--convert", "--snapshot",
            scratch.file("still"),
        ]
        let outcome = try Command(words).run()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("note: --convert does nothing"), "\(outcome.errors)")
        #expect(outcome.errors.contains("warning: --snapshot does nothing"), "\(outcome.errors)")
        let probe = try Command(["probe", "synthetic", "--no-measure", "--restore", "--shutter", "1/500"]).run()
        #expect(probe.errors == "warning: nothing at the camera is changed: --shutter and --restore do nothing\n")
    }

    private func preset(_ text: String, beside words: [String]) throws -> RecordingPreset {
        let scratch = try ScratchDirectory()
        let path = try scratch.write(Array("record: {\(text)}\n".utf8), to: "preset.yaml")
        return try RecordingPreset(RecordCommand.parse(["-o", "clip.mov", "--preset", path] + words))
    }

    /// Only `--pre-roll` says another time than the preset.
    @Test(
        arguments: [
            ("pre-roll: 5s, trigger: 'audio:-20dB'", ["--trigger", "audio:-12dB"], RationalTime(seconds: 5)),
            ("pre-roll: 5s", ["--segments"], RationalTime(seconds: 5)),
            ("pre-roll: 5s", ["--pre-roll", "2s"], RationalTime(seconds: 2)),
            ("mirror: true", ["--trigger", "audio:-12dB"], .zero), ("mirror: true", ["--segments"], .zero),
            ("mirror: true", [], nil),
        ] as [(String, [String], RationalTime?)]
    )
    func `A trigger beside a preset leaves its pre-roll`(text: String, words: [String], preRoll: RationalTime?) throws {
        #expect(try preset(text, beside: words).preRoll == preRoll)
    }

    @Test(
        arguments: [
            ("quality: 24", ["--video-codec", "h264"], 24), ("quality: 24", ["--video-codec", "hevc"], nil),
            ("quality: 24, video-codec: hevc", ["--video-codec", "hevc"], 24),
            ("quality: 24, video-codec: hevc", ["--video-codec", "h264"], nil), ("quality: 24", [], 24),
            ("quality: 24", ["--video-codec", "hevc", "--quality", "18"], 18),
        ] as [(String, [String], Int?)]
    )
    func `Another codec drops the quality of a preset`(text: String, words: [String], quality: Int?) throws {
        #expect(try preset(text, beside: words).quality == quality)
    }
}
