import MediaTime
import TestSupport
import Testing

/// Parts whose ends are numbers of frames, of clips whose clocks round timestamps up and down, at the clip's own constant rate.
@Suite struct FrameNumberTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let containers = ["flv", "ts", "mkv"]
    private static let rates: [FrameRate] = [.fps(24), .fps(24000, 1001), .fps(60000, 1001)]

    /// Where the end's timestamp was rounded up, the frame that begins there came, too.
    @Test(arguments: containers, rates)
    func `A part has the frames up to the one that it ends with`(container: String, rate: FrameRate) throws {
        let path = try clip(container, rate)
        for (first, end) in [(0, 25), (2, 24), (1, 22), (3, 24), (5, 31)] as [(Int64, Int64)] {
            #expect(try frames(of: path, ["--trim", "\(first)f..\(end)f"]) == Array(first..<end), "\(first)f..\(end)f")
        }
    }

    @Test(arguments: containers, rates)
    func `There and back, it turns at its last frame and at its first one`(container: String, rate: FrameRate) throws {
        let path = try clip(container, rate)
        let way = try frames(of: path, ["--trim", "3f..24f", "--boomerang"])
        #expect(way == Array(3..<24 as Range<Int64>) + Array(4..<23).reversed())
        let back = try frames(of: path, ["--trim", "3f..24f", "--edit", "3f..24f@-1"])
        #expect(back == Array(3..<24 as Range<Int64>).reversed())
    }

    private func clip(_ container: String, _ rate: FrameRate) throws -> String {
        var clip = Clip(container, frames: 40, at: rate)
        clip.frames?.repeatsHeaders = container == "ts"
        return try clip.write(to: scratch)
    }

    /// The numbers of the frames that an export shows.
    private func frames(of path: String, _ words: [String]) throws -> [Int64] {
        let output = scratch.file("part.mp4")
        let encoding = ["--frame-rate", "source", "--video-codec", "h264", "--encoder-preset", "ultrafast"]
        let outcome = try Command(["export", path, "-o", output, "--force"] + encoding + words).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try ClipReader(output).frames().map { $0.number ?? -1 }
    }
}
