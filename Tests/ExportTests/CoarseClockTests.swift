import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Containers with clocks that are coarser than the frames: copied as they are, and chosen by what they stand for.
@Suite struct CoarseClockTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// The timescale of phones, with one interval of 35 ms.
    static let phone = Clip.Timing.ticks(
        (0..<90).map { $0 * 20 + ($0 < 40 ? 0 : 1) },
        of: TimeBase(1, 600),
        lastDuration: 20
    )

    private func clip(_ container: String, _ timing: Clip.Timing) -> Clip {
        var clip = Clip(container, frames: 90, at: .fps(30))
        clip.frames?.timing = timing
        clip.options = [MetadataEntry(key: "video_track_timescale", value: "600")]
        return clip
    }

    @Test func `Timestamps of 1/600 are copied as they are`() throws {
        let result = try Retime(.rate(1, 4)).result(of: clip("mov", Self.phone), as: "mov", in: scratch)
        let source = try ClipReader(scratch.file("clip.mov"))
        try expectSameFrames(source, result, .rate(1, 4))
    }

    @Test func `A trim at a frame's own timestamp begins with that frame`() throws {
        let path = try clip("mov", Self.phone).write(to: scratch)
        let timings = [ExportSettings.OutputTiming.passthrough, .constantFrameRate(.fps(30))]
        for (number, timing) in timings.enumerated() {
            let output = scratch.file("part\(number).mov")
            var retime = Retime()
            retime.settings.timing = timing
            retime.trim = try TimeRange(start: RationalTime(50 * 20 + 1, 600), end: RationalTime(80 * 20 + 1, 600))
            try retime.run(path, to: output)
            let shown = try ClipReader(output).frames().map(\.number)
            #expect(shown == (50..<80).map { $0 }, "\(timing): \(shown)")
        }
    }

    /// Matroska states the end of 25 frames at 24 a second as 1042 ms, which is a third of a millisecond too late.
    @Test(arguments: [(24, 25), (60, 50)])
    func `What follows a clip of Matroska is not a frame late`(rate: Int32, count: Int64) throws {
        let path = try Clip("mkv", frames: Int(count), at: .fps(rate)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.asset.duration == RationalTime(count, rate))
        var (back, twice) = (Composition(), Composition())
        try back.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: .zero)
        try back.apply([Edit(TimeRange(start: .zero, end: back.duration), .reverse(.normal))])
        for _ in 0..<2 {
            try twice.insert(TimeRange(start: .zero, end: media.asset.duration), of: media.asset, at: twice.duration)
        }
        let forwards = (0..<count).map { $0 }
        for (name, composition, expected) in [
            ("back", back, forwards.reversed()), ("twice", twice, forwards + forwards),
        ] {
            for inBetween in [InBetweenFrames.nearest, .blend] where name == "twice" || inBetween == .nearest {
                var settings = ExportSettings()
                settings.timing = .constantFrameRate(.fps(rate))
                (settings.inBetween, settings.video) = (inBetween, VideoEncoding(codec: .ffv1))
                let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mkv)
                let output = scratch.file("\(name)-\(inBetween).mkv")
                let report = try Exporter(plan: plan).run(to: output)
                #expect(try ClipReader(output).frames().compactMap(\.number) == expected)
                #expect(report.made?.made ?? 0 == 0)
            }
        }
    }

    /// libavformat takes a tick for how long reordered frames last where a second has fewer than 1000.
    @Test(arguments: [600, 30, 900]) func `The last of reordered frames lasts as long as the others`(timescale: Int)
        throws
    {
        var clip = Clip("mov", frames: 90, at: .fps(30))
        clip.options = [MetadataEntry(key: "video_track_timescale", value: "\(timescale)")]
        let path = try clip.write(to: scratch)
        let whole = scratch.file("whole.mp4")
        #expect(try Retime(.rate(1, 2)).run(path, to: whole).duration == RationalTime(6, 1))
        #expect(try MediaInspection(ofFile: whole).duration == RationalTime(6, 1))
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(24, 30), end: RationalTime(80, 30))
        let part = scratch.file("part.mp4")
        #expect(try retime.run(path, to: part).duration == RationalTime(56, 30))
        #expect(try ClipReader(part).frames().map(\.number) == (24..<80).map { $0 })
    }

    /// MPEG-TS does not say how long frames last, and headers that count in small ticks let the last one last one of them.
    @Test(arguments: [Retime(), Retime(.rate(1, 3)), Retime(to: .fps(60))])
    func `The last of uneven frames of MPEG-TS is shown`(
        retime: Retime
    ) throws {
        var clip = Clip("ts", frames: 60, at: .fps(30))
        clip.frames?.repeatsHeaders = true
        clip.frames?.timing = .ticks(
            (0..<60).map { $0 * 3000 + $0 * $0 * 7919 % 2500 },
            of: TimeBase(1, 90_000),
            lastDuration: 3000
        )
        let path = try clip.write(to: scratch)
        let output = scratch.file("result.mkv")
        var retime = retime
        if retime.settings.video != nil { retime.settings.video = VideoEncoding(codec: .ffv1) }
        try retime.run(path, to: output)
        #expect(try ClipReader(output).frames().map(\.number).last == 59)
        let end = try MediaDescription(ofFile: path).asset.duration.seconds
        #expect(abs(end - 2) < 0.05)
    }

    /// FLV counts milliseconds.
    @Test func `Milliseconds of FLV are copied as they are`() throws {
        let clip = Clip("flv", frames: 60, at: .fps(30))
        let result = try Retime(.rate(1, 2)).result(of: clip, as: "mp4", in: scratch)
        try expectSameFrames(ClipReader(scratch.file("clip.flv")), result, .rate(1, 2))
    }

    /// One timestamp that is off took the grid away, and a third of the frames came twice or never.
    @Test(
        arguments: ["flv", "mkv", "mp4"].flatMap { container in [-7, 4, 9].map { (container, $0) } }
            as [(String, Int64)],
        [FrameRate.fps(30), .fps(25), .fps(60000, 1001)]
    )
    func `A frame whose timestamp is off takes no other frame's place`(
        late: (container: String, error: Int64),
        rate: FrameRate
    ) throws {
        let (container, error) = late
        var clip = Clip(container, frames: 120, at: rate)
        // Rounded to the nearest millisecond.
        var ticks = try (0..<120 as Range<Int64>).map {
            try rate.time(ofFrame: $0).ticks(over: 1000, rounding: .nearest)
        }
        let half = Int64(500 / rate.approximation)
        let off = max(-half + 1, min(half - 1, error))
        ticks[70] += off
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 1000 / Int64(rate.approximation))
        if container == "mp4" { clip.options = [MetadataEntry(key: "video_track_timescale", value: "1000")] }
        let path = try clip.write(to: scratch)
        var retime = Retime(to: rate)
        let plan = try retime.plan(path, for: .mp4)
        #expect(plan.counts?.repeated == 0 && plan.counts?.dropped == 0, "\(rate)")
        let warning = "a frame of its \(rate) a second is off by"
        #expect(plan.warnings.contains { $0.contains(warning) }, "\(plan.warnings)")
        let report = try retime.run(path, to: scratch.file("out.mp4"))
        #expect(report.frames.shown == 120)
        let frames = try ClipReader(scratch.file("out.mp4")).frames()
        #expect(frames.map(\.number) == Array(0..<120))
        // Where they keep their instants, they are believed.
        retime.settings.timing = .passthrough
        let kept = try retime.plan(path, for: .mp4)
        #expect(!kept.warnings.contains { $0.contains("is off by") })
    }

    @Test func `Where many are off, timestamps are believed`() throws {
        var clip = Clip("mkv", frames: 120, at: .fps(30))
        let ticks = (0..<120 as Range<Int64>).map { $0 * 100 / 3 + ($0 % 30 == 7 ? 6 : 0) }
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 33)
        let plan = try Retime(to: .fps(30)).plan(clip.write(to: scratch), for: .mp4)
        #expect(plan.warnings.contains { $0.hasPrefix("variable frame rate") })
    }

    @Test(arguments: ["flv", "mkv", "ts"], [FrameRate.fps(30), .fps(60000, 1001)])
    func `At the rate that explains the timestamps every frame is shown once`(
        container: String,
        rate: FrameRate
    ) throws {
        var clip = Clip(container, frames: 60, at: rate)
        clip.frames?.repeatsHeaders = container == "ts"
        let result = try Retime(.normal, to: rate).result(of: clip, as: "mp4", in: scratch)
        #expect(try result.frames().map(\.number) == (0..<60).map { $0 })
    }

    /// By their timestamps as they stand each frame has one place, too; but these are none of a constant rate.
    @Test func `Timestamps that were rounded down are those of the rate that is asked for`() throws {
        var clip = Clip("flv", frames: 72, at: .fps(24))
        clip.frames?.timing = .ticks((0..<72).map { $0 * 1000 / 24 }, of: TimeBase(1, 1000), lastDuration: 41)
        let plan = try Retime(to: .fps(24)).plan(clip.write(to: scratch), for: .mkv)
        #expect(!plan.warnings.contains { $0.contains("variable") }, "\(plan.warnings)")
        #expect(plan.counts?.repeated == 0 && plan.counts?.dropped == 0)
    }

    /// Every second timestamp is rounded, by half a tick.
    @Test(arguments: [13, 24])
    func `A trim at a rounded timestamp shows every frame once from there on`(first: Int64) throws {
        var clip = Clip("ts", frames: 60, at: .fps(60000, 1001))
        clip.frames?.repeatsHeaders = true
        let path = try clip.write(to: scratch)
        let frames = try ClipReader(path).frames()
        var retime = Retime(.normal, to: .fps(60000, 1001))
        let origin = try MediaDescription(ofFile: path).origin
        let start = try frames[Int(first)].time - origin
        retime.trim = try TimeRange(start: start, end: try frames[50].time - origin)
        try retime.run(path, to: scratch.file("part.mp4"))
        #expect(try ClipReader(scratch.file("part.mp4")).frames().map(\.number) == (first..<50).map { $0 })
    }

    /// As ffmpeg writes video beside AAC of 48 kHz: all frames begin shortly behind places, and those of which the timestamps were rounded
    /// down do not.
    @Test(arguments: [(.normal, 240), (.rate(1, 4), 60), (.rate(1, 8), 30)] as [(PlaybackRate, Int32)])
    func `Frames that begin beside places, as fast as these, are shown once`(rate: PlaybackRate, frameRate: Int32)
        throws
    {
        var clip = Clip("mkv", frames: 60, at: .fps(240))
        let ticks = (0..<60).map { 21 + Int64((Double($0) * 1000 / 240).rounded()) }
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 4)
        clip.audioTracks = [Clip.Audio(samples: 24_000)]
        let path = try clip.write(to: scratch)
        let result = scratch.file("result.mp4")
        try Retime(rate, to: .fps(frameRate)).run(path, to: result)
        #expect(try ClipReader(result).frames().map(\.number) == (0..<60).map { $0 })
    }

    /// As of a clock that is fine enough: what a timestamp was rounded by makes no frame come twice beside one that is passed over.
    @Test(
        arguments: ["mkv", "flv"],
        [
            (.normal, .fps(60_000, 1001), .fps(60)), (.normal, .fps(120_000, 1001), .fps(60)),
            (.rate(1, 4), .fps(240), .fps(60_000, 1001)), (.rate(1, 2), .fps(30), .fps(24_000, 1001)),
        ] as [(PlaybackRate, FrameRate, FrameRate)]
    )
    func `At another rate the frames are those of a fine clock`(
        container: String,
        rates: (playback: PlaybackRate, source: FrameRate, result: FrameRate)
    ) throws {
        var shown: [[Int64?]] = []
        for container in [container, "mov"] {
            let clip = Clip(container, frames: 120, at: rates.source)
            let name = try ScratchDirectory()
            let result = try Retime(rates.playback, to: rates.result).result(of: clip, as: "mp4", in: name)
            shown.append(try result.frames().map(\.number))
        }
        // How long the last frame lasts FLV does not say.
        #expect(shown[0].count > 50)
        #expect(shown[0].dropLast(8) == shown[1].prefix(shown[0].count - 8))
    }

    /// One timestamp after the other, whether it was rounded up or down.
    @Test func `At a quarter of the rate a trim at any timestamp begins with its frame`() throws {
        let path = try Clip("mkv", frames: 90, at: .fps(120_000, 1001)).write(to: scratch)
        let frames = try ClipReader(path).frames()
        for first in 20..<24 {
            var retime = Retime(.rate(1, 4), to: .fps(120_000, 1001))
            retime.trim = try TimeRange(start: frames[first].time, end: frames[first + 8].time)
            let output = scratch.file("part\(first).mkv")
            try retime.run(path, to: output)
            let shown = try ClipReader(output).frames().map(\.number)
            // The range is rounded, too: its last frame may be shown once more or less.
            let expected: [Int64?] = (0..<31).map { Int64(first + $0 / 4) }
            #expect(Array(shown.prefix(31)) == expected, "from \(first)")
            #expect((31...33).contains(shown.count))
        }
    }
}
