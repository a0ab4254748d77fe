import Testing

@testable import Comparison

/// What the page shows.
@Suite struct PageDocumentTests {
    @Test(arguments: [(1, "You hear Opus at 80 kbit/s; "), (2, "You hear Opus at 128 kbit/s; ")])
    func `It says what it plays`(channels: Int, beginning: String) {
        let report = ComparisonReport(
            input: "clip.wav",
            sampleRate: 48_000,
            channels: channels,
            duration: "1",
            durationSeconds: 1,
            source: "source.wav",
            program: "program.wav",
            inputIsProgram: false,
            levelsMatched: false,
            rates: [],
            files: []
        )
        #expect(PageDocument(report).hearing.hasPrefix(beginning))
    }
}
