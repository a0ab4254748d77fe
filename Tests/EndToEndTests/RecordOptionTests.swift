import TestSupport
import Testing

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
}
