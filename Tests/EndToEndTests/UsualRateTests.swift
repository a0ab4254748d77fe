import FFmpeg
import MediaTime
import TestSupport
import Testing

/// The rate of the source, where it is asked for or is usual.
@Suite struct UsualRateTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func plan(_ words: [String]) throws -> Command.Outcome {
        try Command(["export"] + words + ["--dry-run", "--json"]).run()
    }

    private func expect(
        _ outcome: Command.Outcome,
        _ lines: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
        for line in lines {
            #expect(outcome.output.contains(line), "\(line): \(outcome.output)", sourceLocation: sourceLocation)
        }
    }

    /// Matroska states whole nanoseconds of these, and libavformat makes other fractions of them.
    @Test(arguments: [(48_000, 96), (60_000, 240), (120_000, 480)] as [(Int32, Int)], [["mp4", "source"], ["avi"]])
    func `Every frame of Matroska comes once`(clip: (rate: Int32, frames: Int), to: [String]) throws {
        let path = try Clip("mkv", frames: clip.frames, at: .fps(clip.rate, 1001)).write(to: scratch)
        let rate = to.count > 1 ? ["--frame-rate", to[1]] : []
        let plan = try plan(
            [path, "-o", scratch.file("out.\(to[0])"), "--video-codec", to[0] == "avi" ? "mjpeg" : "h264"] + rate
        )
        expect(
            plan,
            [
                "\"frameRate\" : \"\(clip.rate)/1001\"", "\"frames\" : \(clip.frames)", "\"repeatedFrames\" : 0",
                "\"droppedFrames\" : 0",
            ]
        )
    }
}
