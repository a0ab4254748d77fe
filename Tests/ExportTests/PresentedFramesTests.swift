import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// A report counts what a player shows.
@Suite struct PresentedFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Key frames stand every 12 frames.
    @Test(
        arguments: [
            (0..<60, 0), (12..<40, 0), (17..<40, 5), (23..<24, 11), (59..<60, 11),
        ],
        ["mp4", "mov", "mkv"]
    )
    func `A trimmed copy: what is shown, what is hidden, and for how long`(
        part: (frames: Range<Int>, leadIn: Int),
        container: String
    ) throws {
        let path = try Clip(container, frames: 60, at: .fps(120)).write(to: scratch)
        let output = scratch.file("part.\(container)")
        let plan = try retime(part.frames).plan(path, for: #require(Container(forPath: output)))
        let report = try Exporter(plan: plan).run(to: output)
        let result = try ClipReader(output)
        #expect(try Int(report.frames.shown) == result.frames().count)
        #expect(Int(report.frames.shown + report.frames.hidden) == result.packets[0].count)
        #expect(try plan.countCopiedFrames() == report.frames)
        #expect(try plan.presentedDuration(with: plan.countCopiedFrames()) == report.duration)
        let hidesFrames = container != "mkv"
        #expect(report.frames.hiddenBefore == (hidesFrames ? part.leadIn : 0))
        if hidesFrames {
            #expect(report.frames.shown == part.frames.count)
            #expect(report.duration == RationalTime(Int64(part.frames.count), 60))
        }
    }

    @Test func `Encoded: all are shown, and nothing is hidden`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch)
        var retime = Retime(.rate(1, 2), to: .fps(30))
        retime.trim = try TimeRange(start: RationalTime(17, 120), end: RationalTime(40, 120))
        let plan = try retime.plan(path, for: .mp4)
        let report = try Exporter(plan: plan).run(to: scratch.file("part.mp4"))
        #expect(try Int(report.frames.shown) == ClipReader(scratch.file("part.mp4")).frames().count)
        #expect(report.frames.shown == 12)
        #expect(report.frames.hidden == 0)
        #expect(report.duration == RationalTime(12, 30))
        #expect(try plan.countCopiedFrames() == nil)
    }

    @Test func `A decimated copy counts what is left`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(120))
        clip.frames?.bFrames = 1
        var retime = Retime(.rate(1, 2))
        retime.settings.timing = .decimated(every: 2)
        let plan = try retime.plan(clip.write(to: scratch), for: .mp4)
        let report = try Exporter(plan: plan).run(to: scratch.file("part.mp4"))
        #expect(try Int(report.frames.shown) == ClipReader(scratch.file("part.mp4")).frames().count)
        #expect(report.frames.shown < 60)
        #expect(try plan.countCopiedFrames() == report.frames)
        #expect(report.duration == RationalTime(60, 60))
    }

    @Test func `Two clips: the frames of both`() throws {
        let path = try Clip("mp4", frames: 30, at: .fps(120)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        let other = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch, as: "other")
        let composition = try Composition([media.asset, MediaDescription(ofFile: other).asset])
        let plan = try ExportPlan(composition, of: [media, MediaDescription(ofFile: other)], container: .mp4)
        let report = try Exporter(plan: plan).run(to: scratch.file("both.mp4"))
        #expect(report.frames.shown == 54)
        #expect(try plan.countCopiedFrames()?.shown == 54)
        #expect(report.duration == RationalTime(54, 120))
    }

    @Test func `An inspection counts what is shown, and what is hidden apart`() throws {
        let path = try Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch)
        try retime(17..<40).run(path, to: scratch.file("part.mp4"))
        let inspection = try MediaInspection(ofFile: scratch.file("part.mp4"))
        #expect(inspection.timings[0]?.count == 23)
        #expect(inspection.timings[0]?.hidden == 5)
        #expect(inspection.duration == RationalTime(23, 60))
    }

    private func retime(_ frames: Range<Int>) throws -> Retime {
        var retime = Retime(.rate(1, 2))
        retime.trim = try TimeRange(
            start: RationalTime(Int64(frames.lowerBound), 120),
            end: RationalTime(Int64(frames.upperBound), 120)
        )
        return retime
    }
}
