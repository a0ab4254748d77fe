import Export
import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import overcrank

/// Two clips that state one clock, side by side.
@Suite struct PairOfTakesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A clip of a second that began at a time of the clock.
    private func take(_ start: String) throws -> String {
        var clip = Clip("mkv", frames: 25, at: .fps(25), codec: .ffv1)
        clip.metadata = [
            MetadataEntry(key: "overcrank.start.monotonic", value: start),
            MetadataEntry(key: "overcrank.start.clock", value: "x"),
        ]
        return try clip.write(to: scratch, as: start.split(separator: "/").joined(separator: "-"))
    }

    private func plan(_ starts: [String], _ words: [String] = []) throws -> ExportPlan {
        let clips = try starts.map(take)
        let line = ["side-by-side"] + clips + ["-o", scratch.file("out.mkv")] + words
        return try CommandPlanner().plan(line, opened: [])
    }

    /// The second clip of a pair that overlaps by half a second ends as much later.
    @Test(arguments: [("100/1", RationalTime(1, 1)), ("21/2", RationalTime(3, 2))])
    func `Takes that do not overlap begin together`(start: String, duration: RationalTime) throws {
        #expect(try plan(["10/1", start]).duration == duration)
    }

    @Test func `Where the clock is asked for, it has to be in common`() throws {
        #expect(throws: (any Error).self) { try plan(["10/1", "100/1"], ["--align", "clock"]) }
    }
}
