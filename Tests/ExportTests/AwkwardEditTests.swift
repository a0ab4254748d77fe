import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Edits whose instants no usual timescale expresses, and that begin and end within frames.
@Suite struct AwkwardEditTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func range(_ start: Double, _ end: Double) throws -> TimeRange {
        try TimeRange(start: RationalTime(milliseconds(start), 1000), end: RationalTime(milliseconds(end), 1000))
    }

    private func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }

    /// Parts that get durations of their own, in milliseconds.
    private func edits() throws -> [Edit] {
        [
            .duration(try range(1.13, 1.7), RationalTime(3710, 1000)),
            .hold(at: RationalTime(9, 10), RationalTime(2, 1)),
            .duration(try range(0.31, 0.83), RationalTime(1117, 1000)),
        ]
    }

    /// Frames that are stored in order, and that the encoder stores in another one: where an offset had 2^28 ticks, libavformat showed
    /// frames as they are decoded.
    @Test(arguments: [VideoCodec.h264, .hevc])
    func `Frames that the encoder reorders are shown in order in an awkward timescale`(codec: VideoCodec) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.frames?.bFrames = 0
        let plan = try plan(
            of: clip.write(to: scratch),
            try edits(),
            codec,
            preset: codec == .h264 ? "fast" : "veryfast"
        )
        let output = scratch.file("edited.mp4")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        #expect(try exporter.run(to: output).frames.shown == 60)
        #expect(try ClipReader(output).frames().map(\.number) == (0..<60).map { $0 })
        let end = try MediaDescription(ofFile: output).asset.duration
        #expect(abs(end.seconds - plan.duration.seconds) < 0.001)
    }

    /// About half of such exports were refused: what was planned was rounded to microseconds, and the file was finer.
    @Test func `Copies with ramps and awkward durations are as they were planned`() throws {
        let edits: [Edit] = [
            .ramp(try range(1.7, 2), from: .rate(1, 4), to: .rate(1, 3), .linear),
            .duration(try range(0.823, 1.05), RationalTime(2233, 1000)),
        ]
        let plan = try plan(of: Clip("mp4", frames: 120, at: .fps(60)).write(to: scratch), edits)
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        #expect(try exporter.run(to: scratch.file("edited.mp4")).frames.shown == 120)
    }

    /// The part of a ramp behind a held frame began with the frame before it, for a tick.
    @Test func `A frame that is held in a ramp is shown once`() throws {
        let edits: [Edit] = [
            .ramp(try range(0.5, 1), from: .normal, to: .rate(1, 3), .smooth),
            .hold(at: RationalTime(37, 60), RationalTime(1, 2)),
        ]
        let input = try Clip("mp4", frames: 120, at: .fps(60)).write(to: scratch)
        let output = scratch.file("edited.mp4")
        _ = try Exporter(plan: plan(of: input, edits, .h264)).run(to: output)
        #expect(try ClipReader(output).frames().map(\.number) == (0..<120).map { $0 })
    }

    /// The last frame is cut within by the edit list.
    @Test func `At a constant rate and encoded, a trimmed copy ends where it says`() throws {
        let trimmed = scratch.file("trimmed.mp4")
        var trim = Retime()
        trim.trim = try range(0, 1.01)
        try trim.run(Clip("mp4", frames: 48, at: .fps(24)).write(to: scratch), to: trimmed)
        let end = try MediaDescription(ofFile: trimmed).asset.duration
        #expect(abs(end.seconds - 1.01) < 0.001)
        var retimes = [Retime(to: .fps(120)), Retime(.rate(1, 3), to: .fps(60)), Retime()]
        retimes[2].settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        for (number, retime) in retimes.enumerated() {
            let output = scratch.file("result\(number).mp4")
            let planned = try retime.plan(trimmed, for: .mp4)
            let report = try retime.run(trimmed, to: output)
            if let counts = planned.counts { #expect(report.frames.shown == counts.frames) }
            let shown = try #require(try ClipReader(output).end(ofStream: 0)).seconds
            let place = number == 0 ? 1.0 / 120 : number == 1 ? 1.0 / 60 : 0.001
            #expect((planned.duration.seconds - 0.001..<planned.duration.seconds + place).contains(shown), "\(shown)")
        }
    }

    @Test func `Frames that are held and turned back at are counted as shown again`() throws {
        let edits: [Edit] = [
            .hold(at: RationalTime(101, 200), RationalTime(3, 10)),
            .repetition(try range(1, 1.5), 1, isBoomerang: true),
        ]
        let input = try Clip("mp4", frames: 120, at: .fps(60)).write(to: scratch)
        let plan = try plan(of: input, edits, .h264, rate: .fps(60))
        let output = scratch.file("edited.mp4")
        let report = try Exporter(plan: plan).run(to: output)
        let shown = try ClipReader(output).frames().map(\.number)
        let again = Int64(zip(shown, shown.dropFirst()).count { $0 == $1 })
        #expect(again > 18)
        #expect(plan.counts?.repeated == again)
        #expect(report.frames.repeated == again)
        #expect(plan.counts?.frames == Int64(shown.count))
    }

    @Test func `How many frames an encoded part has is not known from the whole`() throws {
        let input = try Clip("mp4", frames: 120, at: .fps(60)).write(to: scratch)
        #expect(try plan(of: input, [.rate(range(0.5, 1), .rate(1, 2))], .h264).video?.wholeFrameCount == 120)
        var part = Retime()
        part.settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        part.trim = try range(0.5, 1)
        #expect(try part.plan(input, for: .mp4).video?.wholeFrameCount == nil)
        let turned: [Edit] = [.repetition(try range(0, 2), 1, isBoomerang: true)]
        #expect(try plan(of: input, turned, .h264).video?.wholeFrameCount == nil)
    }

    /// libavformat counts in 31 bits how long a frame, a chapter and a timecode last: such exports were refused, lost the chapter, or ended the
    /// process.
    @Test func `Held frames, a timecode and a chapter are stored in an awkward timescale`() throws {
        var clip = Clip("mov", frames: 150, at: .fps(30))
        clip.frames?.bFrames = 0
        clip.metadata = [MetadataEntry(key: "timecode", value: "01:00:00:00")]
        let title = MetadataEntry(key: "title", value: "all")
        clip.chapters = [ChapterInfo(timeBase: TimeBase(1, 1), start: 0, end: 5, metadata: [title])]
        let edits: [Edit] = [
            .duration(try range(0.1, 1.41), RationalTime(17, 10)),
            .duration(try range(1.5, 2.87), RationalTime(29, 10)),
            .duration(try range(3, 3.53), RationalTime(11, 10)),
            .hold(at: RationalTime(4, 1), RationalTime(3, 1)),
        ]
        let plan = try plan(of: clip.write(to: scratch), edits)
        let output = scratch.file("edited.mp4")
        #expect(try Exporter(plan: plan).run(to: output).frames.shown == 150)
        let result = try MediaDescription(ofFile: output)
        #expect(abs(result.asset.duration.seconds - plan.duration.seconds) < 0.000_001)
        #expect(result.chapters.map(\.title) == ["all"])
        #expect(result.tracks.contains { $0.kind == .timecode })
        let end = try #require(result.chapters.first?.range.end)
        #expect(abs(end.seconds - plan.duration.seconds) < 0.000_001)
    }

    private func plan(
        of input: String,
        _ edits: [Edit],
        _ codec: VideoCodec? = nil,
        preset: String = "ultrafast",
        rate: FrameRate? = nil
    ) throws -> ExportPlan {
        let media = try MediaDescription(ofFile: input)
        var composition = try Composition([media.asset])
        try composition.apply(edits)
        var settings = ExportSettings()
        settings.timing = rate.map { .constantFrameRate($0) } ?? .passthrough
        settings.video = codec.map { VideoEncoding(codec: $0, quality: 24, preset: preset) }
        return try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
    }
}
