import Export
import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import overcrank

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

    /// What plays everywhere has 60 frames a second at most, unless another rate is asked for.
    @Test(
        arguments: [
            (240, [], "60/1", "one of 4"), (100, [], "50/1", "one of 2"), (240, ["--rate", "1/4"], nil, nil),
            (240, ["--rate", "1/2"], "60/1", "one of 2"), (240, ["--frame-rate", "passthrough"], nil, nil),
            (240, ["--frame-rate", "120"], "120/1", nil), (60, [], nil, nil),
        ] as [(Int32, [String], String?, String?)]
    )
    func `For social, frames are those that are shown there`(
        rate: Int32,
        words: [String],
        frameRate: String?,
        share: String?
    ) throws {
        let path = try Clip("mp4", frames: Int(rate), at: .fps(rate)).write(to: scratch)
        let plan = try plan([path, "-o", scratch.file("out.mp4"), "--for", "social"] + words)
        expect(plan, frameRate.map { ["\"frameRate\" : \"\($0)\""] } ?? [])
        #expect(plan.output.contains("\"frameRate\"") == (frameRate != nil))
        let said = share.map { plan.output.contains("social gets") && plan.output.contains($0) }
        #expect(said ?? !plan.output.contains("social gets"), "\(plan.output)")
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

    /// libavformat takes the mean of the first frames, and knows no 120000/1001: a frame too many came for every thousand.
    @Test(arguments: ["ts", "flv", "avi", "mp4", "mkv"], [120_000, 240_000] as [Int32])
    func `Of two rates that are nearly the same the right one is taken`(container: String, rate: Int32) throws {
        var clip = Clip(container, frames: 600, at: .fps(rate, 1001))
        clip.frames?.repeatsHeaders = ["ts", "avi"].contains(container)
        let path = try clip.write(to: scratch)
        let outcome = try plan([path, "-o", scratch.file("out.mp4"), "--video-codec", "h264", "--frame-rate", "source"])
        expect(
            outcome,
            [
                "\"frameRate\" : \"\(rate)/1001\"", "\"frames\" : 600", "\"repeatedFrames\" : 0",
                "\"droppedFrames\" : 0",
            ]
        )
    }

    /// By their count alone, 999 frames of 60 a second would be 59.94.
    @Test(arguments: ["flv", "avi"]) func `A frame that is missing makes no other rate`(container: String) throws {
        var clip = Clip(container, frames: 999, at: .fps(60))
        let milliseconds = container == "flv"
        let places = (0..<1000 as Range<Int64>).filter { $0 != 500 }
        clip.frames?.timing = .ticks(
            milliseconds ? places.map { ($0 * 50 + 1) / 3 } : places,
            of: milliseconds ? TimeBase(1, 1000) : TimeBase(1, 60),
            lastDuration: milliseconds ? 17 : 1
        )
        clip.frames?.bFrames = 0
        clip.frames?.repeatsHeaders = container == "avi"
        let path = try clip.write(to: scratch)
        let outcome = try plan([path, "-o", scratch.file("out.mp4"), "--video-codec", "h264", "--frame-rate", "source"])
        expect(outcome, ["\"frameRate\" : \"60/1\"", "\"frames\" : 1000", "\"repeatedFrames\" : 1"])
    }

    @Test(arguments: [("1", "50/1"), ("1/2", "25/1")])
    func `Where fields become frames, all of them are shown`(speed: String, rate: String) throws {
        let path = scratch.file("fields.mp4")
        try InterlacedClip().write(to: path)
        let words = ["--deinterlace", "on", "--rate", speed]
        let usual = try plan([path, "-o", scratch.file("out.avi")] + words)
        expect(usual, ["\"frameRate\" : \"\(rate)\"", "\"frames\" : 50", "\"droppedFrames\" : 0", "become 50"])
        let source = try plan([path, "-o", scratch.file("out.mp4"), "--frame-rate", "source"] + words)
        expect(source, ["\"frameRate\" : \"50/1\"", "\"droppedFrames\" : 0", "become 50"])
    }

    @Test func `Where fewer are asked for, not all are said to be there`() throws {
        let path = scratch.file("fields.mp4")
        try InterlacedClip().write(to: path)
        let plan = try plan([path, "-o", scratch.file("out.mp4"), "--deinterlace", "on", "--frame-rate", "25"])
        expect(plan, ["fields become frames: as asked", "\"frames\" : 25", "\"droppedFrames\" : 25"])
        #expect(!plan.output.contains("become 50"))
    }

    @Test func `Where frames of fields are shown again, it is said that fields can become frames`() throws {
        let path = scratch.file("fields.mp4")
        try InterlacedClip().write(to: path)
        let words = [
            path, "-o", scratch.file("out.mp4"), "--rate", "1/2", "--frame-rate", "50", "--video-codec", "h264",
        ]
        #expect(try plan(words).output.contains("--deinterlace on shows each field at its own instant"))
        let made = try plan(words + ["--deinterlace", "on"])
        #expect(made.status == 0 && !made.output.contains("--deinterlace on"), "\(made.output)")
    }

    /// One timestamp is 3 ms late, so that all are believed.
    @Test func `Rounding adds no frame at the end`() throws {
        var clip = Clip("mkv", frames: 60, at: .fps(30))
        clip.frames?.timing = .ticks(
            (0..<60).map { ($0 * 1000 + 15) / 30 + ($0 == 20 ? 3 : 0) },
            of: .init(1, 1000),
            lastDuration: 33
        )
        let path = try clip.write(to: scratch)
        let words = [path, "-o", scratch.file("out.mp4"), "--frame-rate", "30", "--video-codec", "h264"]
        try expect(plan(words), ["\"frames\" : 60"])
        let outcome = try Command(["export"] + words).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try ClipReader(scratch.file("out.mp4")).frames().count == 60)
    }

    /// Every clip and every edit counts, a ramp with both of its ends.
    @Test(
        arguments: [
            ([30, 240], [], 60, "where there are up to 240"), ([240, 30], [], 60, "where there are up to 240"),
            ([60], ["--edit", "0s..0.5s@1..2"], 60, "where there are up to 120"),
            ([60], ["--edit", "0s..0.5s@2"], 60, "where there are up to 120"), ([30, 60], [], nil, nil),
            ([30, 240], ["--frame-rate", "passthrough"], nil, "has at most 60 frames a second, and there are 240"),
            ([60], ["--frame-rate", "passthrough", "--edit", "0s..0.5s@1..2"], nil, "and there are 120"),
        ] as [([Int32], [String], Int32?, String?)]
    )
    func `For social, no part has more frames a second`(
        rates: [Int32],
        words: [String],
        rate: Int32?,
        warning: String?
    ) throws {
        let clips = try rates.map { rate in
            try Clip("mp4", frames: Int(rate), at: .fps(rate)).write(to: scratch, as: "\(rate)")
        }
        let line = ["export"] + clips + ["-o", scratch.file("out.mp4"), "--for", "social"] + words
        let plan = try CommandPlanner().plan(line, opened: [])
        #expect(plan.timing == (rate.map { .constantFrameRate(FrameRate($0)) } ?? .passthrough))
        let said = plan.warnings.filter { $0.hasPrefix("social ") }
        #expect(said.count == (warning == nil ? 0 : 1), "\(said)")
        if let warning { #expect(said.first?.contains(warning) == true, "\(said)") }
    }

    /// A phone that begins and ends at 30 frames a second, and a camera of about 240 whose clock wavers.
    @Test(
        arguments: [
            ([(30, 30), (240, 240), (30, 30)], FrameRate(60), "where there are up to 240"),
            ([(30, 300), (240, 480)], FrameRate(60), "where there are up to 240"),
            ([(239, 100), (241, 100), (240, 280)], FrameRate(60), "one of 4"), ([(30, 30), (25, 25)], nil, nil),
        ] as [([(Int64, Int64)], FrameRate?, String?)]
    )
    func `For social, no second of a variable rate has more frames`(
        parts: [(rate: Int64, count: Int64)],
        rate: FrameRate?,
        warning: String?
    ) throws {
        var times: [Int64] = [0]
        for part in parts { for _ in 0..<part.count { times.append(times[times.count - 1] + 90_000 / part.rate) } }
        var clip = Clip("mp4", frames: times.count, at: .fps(30))
        clip.frames?.timing = .ticks(times, of: .init(1, 90_000), lastDuration: 375)
        let line = try ["export", clip.write(to: scratch), "-o", scratch.file("out.mp4"), "--for", "social"]
        let plan = try CommandPlanner().plan(line, opened: [])
        #expect(plan.timing == (rate.map { .constantFrameRate($0) } ?? .passthrough))
        let said = plan.warnings.filter { $0.hasPrefix("social ") }
        #expect(said.count == (warning == nil ? 0 : 1), "\(said)")
        if let warning { #expect(said.first?.contains(warning) == true, "\(said)") }
    }
}
