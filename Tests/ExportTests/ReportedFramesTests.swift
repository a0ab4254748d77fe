import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// What an export says of its frames when it is done is what the decoded result shows.
@Suite struct ReportedFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// A rate of the output, and edits.
    struct Choice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rate: FrameRate
        var edits: [Edit] = []
    }

    private static func range(_ start: Int64, _ end: Int64) throws -> TimeRange {
        try TimeRange(start: RationalTime(start, 100), end: RationalTime(end, 100))
    }

    static let choices: [Choice] = {
        let edits = try? [
            Choice(
                testDescription: "slow, backwards, held",
                rate: .fps(30),
                edits: [
                    .rate(range(20, 61), .rate(1, 4)), .reverse(range(70, 101), .normal),
                    .hold(at: RationalTime(3, 2), RationalTime(41, 100)),
                ]
            ),
            Choice(testDescription: "fast within frames", rate: .fps(50), edits: [.rate(range(31, 87), .rate(7, 2))]),
        ]
        return [
            Choice(testDescription: "more", rate: .fps(60)), Choice(testDescription: "fewer", rate: .fps(7)),
            Choice(testDescription: "nearly as many", rate: .fps(24)),
        ] + (edits ?? [])
    }()

    @Test(arguments: choices, [InBetweenFrames.nearest, .blend])
    func `Frames that repeat others, and those that are not shown`(choice: Choice, inBetween: InBetweenFrames) throws {
        #expect(Self.choices.count == 5)
        let path = try Clip("mp4", frames: 50, at: .fps(25)).write(to: scratch)
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(choice.rate)
        settings.video = VideoEncoding(codec: .h264, quality: 12, preset: "ultrafast")
        settings.inBetween = inBetween
        let media = try MediaDescription(ofFile: path)
        var composition = try Composition([media.asset])
        try composition.apply(choice.edits)
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
        let report = try Exporter(plan: plan).run(to: scratch.file("out.mp4"))
        let shown = try ClipReader(scratch.file("out.mp4")).frames().map(\.number)
        #expect(report.frames.shown == Int64(shown.count))
        // What is mixed of two frames shows no number, or that of one of them.
        guard inBetween == .nearest else {
            #expect(report.frames.repeated == plan.counts?.repeated)
            #expect(report.frames.passedOver == plan.counts?.dropped)
            return
        }
        let repeated = zip(shown, shown.dropFirst()).count { $0 == $1 }
        #expect(report.frames.repeated == Int64(repeated))
        // Without edits each frame of the source is played once.
        if choice.edits.isEmpty { #expect(report.frames.passedOver == Int64(50 - Set(shown).count)) }
        #expect(report.frames.passedOver == plan.counts?.dropped)
    }

    /// Half of the frames are left out of a copy.
    @Test func `Frames that a copy leaves out`() throws {
        var clip = Clip("mp4", frames: 40, at: .fps(120))
        clip.frames?.bFrames = 0
        clip.frames?.keyInterval = 1
        var retime = Retime(to: .fps(60))
        retime.settings.video = nil
        let path = try clip.write(to: scratch)
        let report = try retime.run(path, to: scratch.file("out.mp4"))
        let shown = try ClipReader(scratch.file("out.mp4")).frames().map(\.number)
        #expect(report.frames.passedOver == Int64(40 - Set(shown).count))
        #expect(report.frames.passedOver == 20)
        #expect(report.frames.repeated == 0)
    }

    @Test func `Where each frame keeps its instant, nothing is said`() throws {
        let path = try Clip("mp4", frames: 10, at: .fps(25)).write(to: scratch)
        let report = try Retime().run(path, to: scratch.file("out.mp4"))
        #expect(report.frames.repeated == nil && report.frames.passedOver == nil)
    }

    /// A frame that cannot be decoded is shown by nothing: the one before it stays.
    @Test func `What was done counts, and not what was planned`() throws {
        var clip = Clip("mkv", frames: 30, at: .fps(30), codec: .ffv1)
        clip.frames?.bFrames = 0
        let path = try clip.write(to: scratch)
        var bytes = try ScratchDirectory.bytes(of: path)
        let payload = try ClipReader(path).packets[0][12].payload.bytes
        let place = try #require(bytes.firstRange(of: payload))
        for index in place { bytes[index] = 0xff }
        let damaged = try scratch.write(bytes, to: "damaged.mkv")
        let retime = Retime(to: .fps(30))
        let plan = try retime.plan(damaged, for: .mp4)
        #expect(plan.counts?.repeated == 0 && plan.counts?.dropped == 0)
        let report = try retime.run(damaged, to: scratch.file("out.mp4"))
        let shown = try ClipReader(scratch.file("out.mp4")).frames().map(\.number)
        let repeated = zip(shown, shown.dropFirst()).count { $0 == $1 }
        #expect(report.frames.repeated == Int64(repeated))
    }

    /// The frame that is held is encoded, and copied where it is shown at its own place, before or behind.
    @Test(arguments: [(15, 30), (5, 30), (15, 31), (5, 34)], ["mp4", "mkv"])
    func `A held frame next to copied ones`(hold: (keyInterval: Int, half: Int64), container: String) throws {
        var clip = Clip(container, frames: 60, at: .fps(30))
        clip.frames?.keyInterval = hold.keyInterval
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(30))
        var composition = try Composition([media.asset])
        try composition.apply([.hold(at: RationalTime(hold.half, 60), RationalTime(3, 10))])
        let output = try #require(Container(rawValue: container))
        let plan = try ExportPlan.sparing(composition, of: [media], settings: settings, container: output)
        #expect(plan.video?.stitching?.encodes == true)
        let report = try Exporter(plan: plan).run(to: scratch.file("out.\(container)"))
        let shown = try ClipReader(scratch.file("out.\(container)")).frames().map(\.number)
        #expect(report.frames.repeated == Int64(zip(shown, shown.dropFirst()).count { $0 == $1 }))
        #expect(report.frames.repeated == plan.counts?.repeated)
        #expect(report.frames.passedOver == plan.counts?.dropped)
    }
}
