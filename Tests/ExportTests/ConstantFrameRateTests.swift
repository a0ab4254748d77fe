import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Rules 2, 3 and 6: which frames a constant frame rate shows, and when.
@Suite struct ConstantFrameRateTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func `120 fps to 30 shows frames 0, 4, 8`(container: String) throws {
        let clip = Clip(container, frames: 60, at: .fps(120))
        let frames = try Retime(to: .fps(30)).result(of: clip, as: container, in: scratch).frames()
        #expect(frames.map(\.number) == (0..<15).map { $0 * 4 })
    }

    @Test(arguments: [("mp4", "mp4"), ("mkv", "mp4"), ("mkv", "mov")])
    func `At a quarter every captured frame is shown once, in order, at k over 30`(
        source: String,
        container: String
    ) throws {
        let clip = Clip(source, frames: 60, at: .fps(120))
        let result = try Retime(.rate(1, 4), to: .fps(30)).result(of: clip, as: container, in: scratch)
        let frames = try result.frames()
        #expect(frames.map(\.number) == (0..<60).map { $0 })
        #expect(frames.map(\.time) == (0..<60).map { RationalTime($0, 30) })
        #expect(result.streams[0].averageFrameRate == TimeBase(30, 1))
        #expect(result.packets[0].allSatisfy { $0.duration == RationalTime(1, 30) })
    }

    @Test(arguments: [(Int32(1), Int32(4), true), (1, 1, false), (2, 3, false)])
    func `A frame that lasts longer than all that is played is told`(
        frames: Int32,
        seconds: Int32,
        isTold: Bool
    ) throws {
        let path = try Clip("mp4", frames: 60, at: .fps(30)).write(to: scratch)
        let plan = try Retime(to: .fps(frames, seconds)).plan(path, for: .mp4)
        let words = "at 0.25 frames a second the only frame lasts for 00:00:04.000, longer than all that is played"
        #expect(plan.warnings == (isTold ? [words] : []))
    }

    @Test func `Slower still, every frame is repeated alike`() throws {
        let clip = Clip("mp4", frames: 20, at: .fps(120))
        let frames = try Retime(.rate(1, 8), to: .fps(30)).result(of: clip, as: "mp4", in: scratch).frames()
        #expect(frames.map(\.number) == (0..<40).map { $0 / 2 })
    }

    @Test(arguments: [0, 2])
    func `Of a variable rate every instant shows the latest frame`(bFrames: Int) throws {
        let ticks: [Int64] = [0, 10, 35, 36, 70, 200, 210, 215, 216, 217, 300, 333, 400, 466]
        var clip = Clip("mp4", frames: ticks.count, at: .fps(30))
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 34)
        clip.frames?.bFrames = bFrames
        let result = try Retime(to: .fps(30)).result(of: clip, as: "mp4", in: scratch)
        let expected = (0..<15 as Range<Int64>).map { place in
            ticks.lastIndex { RationalTime($0, 1000) <= RationalTime(place, 30) }.map(Int64.init)
        }
        #expect(try result.frames().prefix(15).map(\.number) == expected)
        if bFrames == 0 { #expect(try result.frames().count == 15) }
    }

    @Test func `A hole of hours is not filled`() throws {
        let hole: Int64 = 50_000_000
        var clip = Clip("mkv", frames: 4, at: .fps(25))
        clip.frames?.timing = .ticks([0, 40, hole, hole + 40], of: TimeBase(1, 1000), lastDuration: 40)
        let path = try clip.write(to: scratch)
        var retime = Retime(to: .fps(30))
        let error = #expect(throws: ExportError.self) { try retime.plan(path, for: .mkv) }
        #expect(error?.code == .frameEndless)
        #expect(error?.message.contains("0.04") == true)
        // What does not play it, and what need not fill it, is exported.
        retime.trim = try TimeRange(start: .zero, end: RationalTime(80, 1000))
        #expect(try retime.plan(path, for: .mkv).counts?.frames == 3)
        #expect(try Retime().result(of: clip, as: "mkv", in: scratch).frames().map(\.number) == [0, 1, 2, 3])
    }

    @Test func `At the source's own rate every frame is as it was`() throws {
        let clip = Clip("mp4", frames: 30, at: .fps(30000, 1001))
        let result = try Retime(to: .fps(30000, 1001)).result(of: clip, as: "mp4", in: scratch)
        let frames = try result.frames()
        #expect(frames.map(\.number) == (0..<30).map { $0 })
        #expect(frames.map(\.time) == (0..<30).map { RationalTime($0 * 1001, 30000) })
    }

    /// As ffmpeg copies Matroska to MP4: whole milliseconds on a clock of 1/16,000 s.
    @Test(arguments: [(.fps(30000, 1001), 0), (.fps(60), 2), (.fps(120), 0)] as [(FrameRate, Int)], [1, 2] as [Int64])
    func `Milliseconds on a finer clock are those of a constant rate`(
        source: (rate: FrameRate, bFrames: Int),
        slowdown: Int64
    ) throws {
        var clip = Clip("mp4", frames: 100, at: source.rate)
        let ticks = try (0..<100).map { try source.rate.time(ofFrame: $0).ticks(over: 1000, rounding: .nearest) * 16 }
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 16_000), lastDuration: 16)
        clip.frames?.bFrames = source.bFrames
        clip.options = [MetadataEntry(key: "video_track_timescale", value: "16000")]
        let shown = try #require(source.rate.scaled(by: .rate(1, slowdown)))
        let frames = try Retime(.rate(1, slowdown), to: shown).result(of: clip, as: "mp4", in: scratch).frames()
        #expect(frames.map(\.number) == (0..<100).map { $0 })
    }

    @Test func `Frames that already stand at the rate are copied`() throws {
        let path = try Clip("mp4", frames: 24, at: .fps(120)).write(to: scratch)
        var retime = Retime(.rate(1, 2), to: .fps(60))
        retime.settings.video = nil
        try retime.run(path, to: scratch.file("slow.mp4"))
        let (source, result) = (try ClipReader(path), try ClipReader(scratch.file("slow.mp4")))
        #expect(source.packets[0].map(\.payload) == result.packets[0].map(\.payload))
        #expect(try result.frames().map(\.time) == (0..<24).map { RationalTime($0, 60) })
    }

    @Test(arguments: [Int64(-4), 12, 120])
    func `Of frames that do not begin at zero, those presented are shown`(first: Int64) throws {
        var clip = Clip("mov", frames: 48, at: .fps(120))
        clip.frames?.timing = .constant(first: first)
        clip.audioTracks = [Clip.Audio(samples: 12_000)]
        let path = try clip.write(to: scratch)
        let source = try ClipReader(path)
        try Retime(.rate(1, 4), to: .fps(30)).run(path, to: scratch.file("slow.mov"))
        let result = try ClipReader(scratch.file("slow.mov"))
        try expectSameFrames(source, result, .rate(1, 4))
    }

    @Test(arguments: [VideoCodec.hevc, .ffv1, .mjpeg, .prores])
    func `Every codec shows the same frames`(codec: VideoCodec) throws {
        var retime = Retime(.rate(1, 2), to: .fps(30))
        retime.settings.video = VideoEncoding(codec: codec, preset: codec == .hevc ? "ultrafast" : nil)
        let container = codec == .ffv1 ? "mkv" : "mov"
        let result = try retime.result(of: Clip("mp4", frames: 16, at: .fps(120)), as: container, in: scratch)
        #expect(result.streams[0].parameters.codecName == codec.rawValue)
        #expect(try result.frames().map(\.number) == (0..<8).map { $0 * 2 })
    }

    /// libvpx and libaom count time in units of 100 ns, and the file does in finer ones: the last frame had no duration, and was hidden.
    @Test(arguments: [VideoCodec.vp9, .av1]) func `Encoders with a coarse clock keep the last frame`(codec: VideoCodec)
        throws
    {
        var clip = Clip("mp4", frames: 20, at: .fps(30))
        clip.frames?.timing = .ticks((0..<20).map { $0 * 384 }, of: TimeBase(1, 11_488), lastDuration: 384)
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.settings.video = VideoEncoding(codec: codec)
        retime.trim = try TimeRange(start: RationalTime(300_837, 1_000_000), end: RationalTime(568_244, 1_000_000))
        try retime.run(path, to: scratch.file("part.mp4"))
        let result = try ClipReader(scratch.file("part.mp4"))
        #expect(try result.frames().map(\.number) == (9..<17).map { $0 })
        let planned = 10 * 384 / 11_488.0 - 0.300_837
        let second = try result.frames()[1].time.seconds
        #expect(abs(second - planned) < 0.000_001)
    }

    /// In a timescale that is no multiple of theirs, timestamps are off by a part of a unit more.
    @Test(arguments: [VideoCodec.vp9, .av1]) func `They keep it in any timescale`(codec: VideoCodec) throws {
        let media = try MediaDescription(ofFile: Clip("mp4", frames: 30, at: .fps(60)).write(to: scratch))
        var composition = try Composition([media.asset])
        let range = try TimeRange(start: RationalTime(106, 1000), end: RationalTime(331, 1000))
        try composition.apply([.ramp(range, from: .normal, to: .rate(47, 50), .linear)])
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: codec)
        let plan = try ExportPlan(composition, of: [media], settings: settings, container: .mp4)
        let report = try Exporter(plan: plan).run(to: scratch.file("ramp.mp4"))
        #expect(report.frames.shown == 30)
        #expect(abs(report.duration.seconds - composition.duration.seconds) < 0.000_01)
    }

    @Test func `Each frame of FFV1 stands alone, and AV1 has key frames to go to`() throws {
        let path = try Clip("mp4", frames: 250, at: .fps(240)).write(to: scratch)
        for (codec, preset) in [(VideoCodec.ffv1, nil), (.av1, "8")] as [(VideoCodec, String?)] {
            var retime = Retime()
            retime.settings.video = VideoEncoding(codec: codec, preset: preset)
            let output = scratch.file("\(codec.rawValue).mkv")
            try retime.run(path, to: output)
            let keys = try ClipReader(output).packets[0].filter(\.isKey).count
            #expect(keys == (codec == .ffv1 ? 250 : 2))
        }
    }

    @Test func `VP9 and Opus in WebM`() throws {
        var clip = Clip("mov", frames: 12, at: .fps(60))
        clip.audioTracks = [Clip.Audio(samples: 9_600)]
        var retime = Retime(.rate(1, 2), to: .fps(30))
        retime.settings.video = VideoEncoding(codec: .vp9, preset: "realtime")
        let result = try retime.result(of: clip, as: "webm", in: scratch)
        #expect(result.streams.map(\.parameters.codecName) == ["vp9", "opus"])
        #expect(try result.frames().map(\.number) == (0..<12).map { $0 })
    }

    @Test func `Ten bits of PQ stay ten bits of PQ`() throws {
        var clip = Clip("mp4", frames: 8, at: .fps(60), codec: .hevc)
        clip.frames?.pixelFormat = "yuv420p10le"
        clip.frames?.colour.primaries = "bt2020"
        clip.frames?.colour.transfer = "smpte2084"
        clip.frames?.colour.matrix = "bt2020nc"
        var retime = Retime(to: .fps(30))
        retime.settings.video = VideoEncoding(codec: .hevc, preset: "ultrafast")
        let result = try retime.result(of: clip, as: "mp4", in: scratch)
        let parameters = result.streams[0].parameters
        #expect(parameters.pixelFormat?.name == "yuv420p10le")
        #expect(parameters.colour.range == "tv")
        #expect(parameters.colour.primaries == "bt2020")
        #expect(parameters.colour.transfer == "smpte2084")
        #expect(parameters.colour.matrix == "bt2020nc")
        #expect(try result.frames().map(\.number) == [0, 2, 4, 6])
    }

    @Test(arguments: ["tv", "pc"])
    func `The range of the numbers is kept`(range: String) throws {
        var clip = Clip("mp4", frames: 8, at: .fps(60))
        clip.frames?.colour.range = range
        let result = try Retime(to: .fps(30)).result(of: clip, as: "mp4", in: scratch)
        #expect(result.streams[0].parameters.colour.range == range)
        #expect(try result.frames().map(\.number) == [0, 2, 4, 6])
    }
}
