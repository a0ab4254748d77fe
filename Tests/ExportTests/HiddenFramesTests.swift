import Composition
import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Sources whose own edit lists hide frames: what a copied trim is.
@Suite struct HiddenFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Frames 17 to 37. Key frames stand every 12 frames, and a frame that others refer to every 3 after them.
    private func part(_ name: String) throws -> MediaDescription {
        let path = try Clip("mp4", frames: 60, at: .fps(120)).write(to: scratch, as: "whole-\(name)")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(17, 120), end: RationalTime(38, 120))
        let report = try retime.run(path, to: scratch.file("\(name).mp4"))
        #expect(report.frames.hiddenBefore > 0 && report.frames.hiddenAfter > 0)
        return try MediaDescription(ofFile: scratch.file("\(name).mp4"))
    }

    /// They cannot be hidden in the middle of a track.
    @Test(arguments: [Container.mp4, .mkv])
    func `Joined, they stay hidden`(container: Container) throws {
        let media = [try part("a"), try part("b")]
        let plan = try ExportPlan(Composition(media.map(\.asset)), of: media, container: container)
        let output = scratch.file("joined.\(container.rawValue)")
        _ = try Exporter(plan: plan).run(to: output)
        #expect(try ClipReader(output).frames().map(\.number) == (0..<42).map { 17 + $0 % 21 })
    }

    /// A frame is missing in what is played, and one in what is hidden: frames of both would not follow one another, at a constant rate.
    @Test(arguments: [0, 2])
    func `What is hidden has no place of a constant rate`(bFrames: Int) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(120))
        clip.frames?.bFrames = bFrames
        let ticks = (0..<60 as Range<Int64>).map { $0 * 100 + ($0 > 10 ? 100 : 0) + ($0 > 45 ? 100 : 0) }
        clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 12_000), lastDuration: 100)
        let whole = try clip.write(to: scratch, as: "whole")
        var bytes = try ScratchDirectory.bytes(of: whole)
        let first = try ClipReader(whole).packets[0][0]
        let delay = try Int32((#require(first.pts) - #require(first.dts)).seconds * 12_000)
        try MovieFile.setEdits(of: &bytes, to: [(MovieFile.timescale(of: bytes) * 42 / 120, delay, 0x10000)])
        let part = try scratch.write(bytes, to: "part.mp4")
        let media = try MediaDescription(ofFile: part)
        #expect(media.mainVideo?.range?.end == RationalTime(42, 120))
        var settings = ExportSettings()
        settings.timing = .constantFrameRate(.fps(120))
        let plan = try ExportPlan.sparing(Composition([media.asset]), of: [media], settings: settings, container: .mp4)
        _ = try Exporter(plan: plan).run(to: scratch.file("out.mp4"))
        let numbers = try ClipReader(scratch.file("out.mp4")).frames().map(\.number)
        #expect(numbers == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10] + (11..<41).map { $0 })
    }

    /// Copied, the first stretch would begin without the key frame that its frames refer to, and end with what refers to a hidden one.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc], [0, 3])
    func `What is copied beside encoded frames needs none that are hidden`(
        codec: Clip.FrameCodec,
        bFrames: Int
    ) throws {
        var clip = Clip("mp4", frames: 150, at: .fps(30), codec: codec)
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = 30
        let whole = try clip.write(to: scratch, as: "whole")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(17, 30), end: RationalTime(117, 30))
        let report = try retime.run(whole, to: scratch.file("part.mp4"))
        #expect(report.frames.hiddenBefore > 0)
        let media = try MediaDescription(ofFile: scratch.file("part.mp4"))
        var held = try Composition([media.asset])
        try held.apply([.hold(at: RationalTime(50, 30), RationalTime(10, 30))])
        let twice = try Composition([media.asset, media.asset])
        let numbers = (17..<117 as Range<Int64>).map { $0 }
        // A held frame is one that lasts longer.
        for (composition, expected) in [(held, numbers), (twice, numbers + numbers)] {
            let output = scratch.file("out.mp4")
            var exporter = Exporter(plan: try ExportPlan.sparing(composition, of: [media], container: .mp4))
            exporter.verification = .decode
            _ = try exporter.run(to: output, overwriting: true)
            #expect(try ClipReader(output).frames().map(\.number) == expected)
        }
        retime.trim = nil
        retime.isExact = true
        let exact = try retime.run(media.path, to: scratch.file("exact.mp4"))
        #expect(exact.frames.hidden == 0)
        let result = try ClipReader(scratch.file("exact.mp4"))
        #expect(try result.frames().map(\.number) == numbers)
        #expect(result.packets[0].count == numbers.count)
    }

    /// They refer to the group before, which is not there.
    @Test func `A part of MPEG-4 begins without the frames that are presented before its key frame`() throws {
        var clip = Clip("avi", frames: 60, at: .fps(25), codec: .mpeg4)
        clip.frames?.bFrames = 2
        clip.frames?.keyInterval = 12
        let path = try clip.write(to: scratch)
        let source = try ClipReader(path)
        let key = try #require(source.packets[0].filter(\.isKey).dropFirst().first?.pts)
        let first = try #require(try source.frames().first { $0.time >= key }?.number)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(first + 2, 25), end: RationalTime(50, 25))
        var exporter = Exporter(plan: try retime.plan(path, for: .mkv))
        exporter.verification = .decode
        _ = try exporter.run(to: scratch.file("part.mkv"))
        let part = try ClipReader(scratch.file("part.mkv"))
        #expect(try part.packets[0].count == part.frames().count)
        #expect(try part.frames().first?.number == first)
    }

    /// libavformat hides the wrong ones.
    @Test func `A part of MPEG-1 is encoded where a copy would have to hide frames`() throws {
        let path = try Clip("mpg", frames: 60, at: .fps(25), codec: .mpeg1).write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(17, 25), end: RationalTime(38, 25))
        #expect(try retime.run(path, to: scratch.file("part.mp4")).frames.shown == 21)
        #expect(try ClipReader(scratch.file("part.mp4")).frames().map(\.number) == (17..<38).map { $0 })
        #expect(try Retime().plan(path, for: .mp4).video?.reason == "only timestamps change")
    }

    /// In open groups, frames that are presented before a key frame refer to the group before it, which a part does not hold.
    @Test(arguments: [Clip.FrameCodec.hevc, .mpeg2, .h264], [17, 25, 31])
    func `A part in Matroska counts what a decoder shows`(codec: Clip.FrameCodec, first: Int64) throws {
        var clip = Clip("mkv", frames: 60, at: .fps(25), codec: codec)
        if codec == .h264 { clip.frames?.encoderOptions = "open-gop=1:keyint=12:min-keyint=12:scenecut=0:b-adapt=0" }
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(first, 25), end: RationalTime(first + 20, 25))
        let report = try retime.run(path, to: scratch.file("part.mkv"))
        let shown = try ClipReader(scratch.file("part.mkv")).frames().map(\.number)
        #expect(report.frames.shown == Int64(shown.count))
        #expect(Set((first..<first + 20).map { $0 }).isSubset(of: shown))
    }

    /// A frame after the out point goes along where one before it refers to it.
    @Test(arguments: [PlaybackRate.normal, PlaybackRate(1, 2)], [30, 31, 32, 33])
    func `A part in Matroska lasts as long as a decoder shows it`(rate: PlaybackRate, end: Int64) throws {
        let path = try Clip("mp4", frames: 60, at: .fps(25)).write(to: scratch)
        var retime = Retime(rate)
        retime.trim = try TimeRange(start: .zero, end: RationalTime(end, 25))
        let plan = try retime.plan(path, for: .mkv)
        let report = try Exporter(plan: plan).run(to: scratch.file("part.mkv"))
        let found = try MediaDescription(ofFile: scratch.file("part.mkv"))
        let shown = try ClipReader(scratch.file("part.mkv")).frames()
        #expect(report.frames.shown == Int64(shown.count))
        let last = try #require(shown.map(\.time.seconds).max())
        let frame = rate == .normal ? 1.0 / 25 : 2.0 / 25
        // Matroska counts milliseconds.
        #expect(abs(report.duration.seconds - last - frame) <= 0.002)
        #expect(abs(found.asset.duration.seconds - report.duration.seconds) <= 0.002)
        #expect(plan.presentedDuration(with: try plan.countCopiedFrames()) == report.duration)
    }

    @Test func `What Matroska shows of them is said`() throws {
        let media = try part("a")
        let plan = try Retime().plan(media.path, for: .mkv)
        #expect(plan.warnings.contains { $0.contains("copied ones begin at the key frame") })
        #expect(plan.warnings.contains { $0.contains("some after the out point may be shown") })
        #expect(try Retime().plan(media.path, for: .mp4).warnings.isEmpty)
        let whole = try Retime().plan(scratch.file("whole-a.mp4"), for: .mkv)
        #expect(whole.warnings.isEmpty)
    }

    /// The frame 30 is a key frame: of H.264 to which none before it refers, of HEVC to which two do.
    @Test(arguments: [(Clip.FrameCodec.h264, 30, false), (.h264, 29, true), (.hevc, 30, true)])
    func `Of a copy nothing is said that it does not show`(codec: Clip.FrameCodec, end: Int, isTold: Bool) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30), codec: codec)
        clip.frames?.keyInterval = 30
        let media = try MediaDescription(ofFile: clip.write(to: scratch))
        var composition = Composition()
        try composition.insert(TimeRange(start: .zero, end: RationalTime(Int64(end), 30)), of: media.asset, at: .zero)
        func tells(_ plan: ExportPlan) -> Bool {
            plan.warnings.contains { $0.contains("some after the out point may be shown") }
        }
        let plan = try ExportPlan(composition, of: [media], container: .mkv)
        #expect(tells(plan) == isTold)
        let copied = scratch.file("copied.mkv")
        _ = try Exporter(plan: plan).run(to: copied)
        #expect(try ClipReader(copied).frames().count > end || !isTold)
        let exact = try ExportPlan.exact(composition, of: [media], container: .mkv)
        #expect(!tells(exact))
        let output = scratch.file("exact.mkv")
        _ = try Exporter(plan: exact).run(to: output)
        #expect(try ClipReader(output).frames().map(\.number) == (0..<Int64(end)).map { $0 })
    }
}
