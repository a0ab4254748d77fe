import FFmpeg
import MediaTime
import TestSupport
import Testing

/// What is played there and back turns at the frames that are shown, also where these are made of fields.
@Suite struct FieldTurnTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let rates: [FrameRate] = [.fps(25), .fps(30000, 1001)]
    private static let orders: [FieldOrder] = [.upperFirst, .lowerFirst]

    @Test(arguments: ["mp4", "mkv", "ts"], rates)
    func `All fields are shown there, and all but the two at the turns on the way back`(
        container: String,
        rate: FrameRate
    ) throws {
        for order in Self.orders {
            let path = try clip(container, rate, order)
            for timing in ["source", "passthrough"] {
                let whole = Array(0..<24) + Array(1..<23).reversed()
                #expect(try fields(of: path, timing, ["--boomerang"]) == whole, "\(order) \(timing)")
                let part = Array(6..<18) + Array(7..<17).reversed()
                #expect(
                    try fields(of: path, timing, ["--trim", "3f..9f", "--boomerang"]) == part,
                    "\(order) \(timing)"
                )
            }
        }
    }

    @Test func `A part turns so as well, slow, and after a hold`() throws {
        let path = try clip("mp4", .fps(25), .upperFirst)
        let back = Array(5..<11).reversed() + Array(12..<24)
        let part = Array(0..<12) + back
        #expect(try fields(of: path, "passthrough", ["--edit", "2f..6f*1 boomerang"]) == part)
        #expect(
            try fields(of: path, "passthrough", ["--edit", "2f..6f@1/2", "--edit", "2f..6f*1 boomerang"]) == part
        )
        let held = try fields(of: path, "source", ["--trim", "0f..3f", "--edit", "3f+0.1s", "--boomerang"])
        // What is held is the field that begins there.
        #expect(held == Array(0..<6) + [6, 6, 6, 6, 6] + Array(1..<6).reversed())
    }

    @Test func `Where fields become frames because these have to be whole, it turns so, too`() throws {
        let path = try clip("mp4", .fps(25), .upperFirst)
        let all = Array(0..<24) + Array(1..<23).reversed()
        #expect(try fields(of: path, "source", ["--boomerang", "--size", "48x32"], deinterlacing: "auto") == all)
    }

    private func clip(_ container: String, _ rate: FrameRate, _ order: FieldOrder) throws -> String {
        var clip = InterlacedClip()
        (clip.rate, clip.order, clip.frameCount) = (rate, order, 12)
        let path = scratch.file("clip.\(container)")
        try clip.write(to: path)
        return path
    }

    /// The numbers of the fields that an export shows.
    private func fields(
        of path: String,
        _ timing: String,
        _ words: [String],
        deinterlacing: String = "on"
    ) throws -> [Int] {
        let output = scratch.file("out.mp4")
        let encoding = [
            "--frame-rate", timing, "--video-codec", "h264", "--encoder-preset", "ultrafast", "--quality", "1",
        ]
        let asked = ["--deinterlace", deinterlacing] + encoding + words
        let outcome = try Command(["export", path, "-o", output, "--force"] + asked).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let (first, second) = (InterlacedClip.brightness(ofField: 0), InterlacedClip.brightness(ofField: 1))
        return try ClipReader(output).brightness().map { Int((($0.mean - first) / (second - first)).rounded()) }
    }
}
