import Composition
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Clips that were cut without decoding, at the key frame of an open group: behind it come frames that are presented before it, and that refer
/// to what was before the cut. No decoder shows them.
@Suite struct LeadingFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    struct Coding: Sendable, CustomStringConvertible {
        let codec: Clip.FrameCodec
        let bFrames: Int
        var options = ""
        var description: String { "\(codec.rawValue) \(options)" }
    }

    /// In the first, one of these frames counts among those that others refer to.
    static let codings = [
        Coding(codec: .h264, bFrames: 7, options: "open-gop=1:b-pyramid=normal:scenecut=0:ref=5"),
        Coding(codec: .h264, bFrames: 3, options: "open-gop=1:b-pyramid=none:scenecut=0"),
        Coding(codec: .hevc, bFrames: 3, options: "open-gop=1:scenecut=0"),
        Coding(codec: .mpeg2, bFrames: 2),
    ]

    /// What is left of 120 frames, at 50 a second, behind the key frame before the 46th. With `hasAudio`, that goes on from there, so that it is
    /// heard before the first frame is shown.
    private func cut(
        _ coding: Coding,
        from source: String = "mp4",
        as container: String,
        hasAudio: Bool
    ) throws -> MediaDescription {
        var clip = Clip(source, frames: 120, at: .fps(50), codec: coding.codec)
        clip.frames?.bFrames = coding.bFrames
        clip.frames?.keyInterval = 24
        clip.frames?.repeatsHeaders = source == "ts"
        clip.frames?.encoderOptions = coding.options
        if hasAudio { clip.audioTracks = [Clip.Audio("aac", samples: 115_200)] }
        let whole = try clip.write(to: scratch, as: "whole")
        let path = scratch.file("cut.\(container)")
        let command = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-ss", "0.9", "-i", whole, "-c", "copy", path]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try MediaDescription(ofFile: path)
    }

    private func frames(_ path: String) throws -> [Int64] { try ClipReader(path).frames().compactMap(\.number) }

    @Test(arguments: codings, [("mkv", true), ("mkv", false), ("mp4", true)])
    func `They are no frames of the clip`(coding: Coding, kind: (container: String, hasAudio: Bool)) throws {
        let media = try cut(coding, as: kind.container, hasAudio: kind.hasAudio)
        let shown = try ClipReader(media.path).frames()
        let first = try #require(shown.first)
        let timing = try #require(MediaInspection(ofFile: media.path).timings[0])
        #expect(timing.count == Int64(shown.count))
        #expect(timing.hidden > 0)
        var starts: [RationalTime] = []
        try FrameTimesReader(media, track: media.tracks[0]).read { starts.append($0.start) }
        #expect(starts.count == shown.count)
        #expect(starts.first == media.tracks[0].range?.start)
        // What is heard begins the file.
        if kind == ("mkv", true) { #expect(abs(try #require(starts.first).seconds - first.time.seconds) < 1e-3) }
    }

    @Test(arguments: codings, ["mkv", "mp4"])
    func `A copy shows what the clip does, and says so`(coding: Coding, container: String) throws {
        let media = try cut(coding, as: container, hasAudio: true)
        let shown = try frames(media.path)
        for (rate, kind) in [(PlaybackRate.normal, Container.mkv), (.rate(3, 4), .mkv), (.rate(1, 2), .mp4)] {
            let result = scratch.file("copy.\(kind.rawValue)")
            var exporter = Exporter(plan: try Retime(rate).plan(media.path, for: kind))
            exporter.verification = .decode
            let report = try exporter.run(to: result, overwriting: true)
            #expect(report.damageCount == 0)
            let copied = try frames(result)
            if container == "mkv" { #expect(copied == shown) }
            #expect(copied.suffix(shown.count) == shown[...])
            #expect(report.frames.shown == Int64(copied.count))
            #expect(report.frames.leadIn == Int64(copied.count - shown.count))
            #expect(try StoredTimes.ofVideo(in: result).allSatisfy { kind == .mp4 || $0 >= 0 })
            // Read again, it is the same.
            let again = try #require(MediaInspection(ofFile: result).timings[0])
            let hidden = kind == .mp4 ? report.frames.hidden : 0
            #expect(again.count == Int64(copied.count) && again.shortest != .zero && again.hidden >= hidden)
        }
    }

    @Test(arguments: codings.filter { $0.codec != .mpeg2 }, [Container.mkv, .mp4])
    func `What is encoded beside a copy has none of them`(coding: Coding, container: Container) throws {
        let media = try cut(coding, as: "mkv", hasAudio: true)
        let shown = try frames(media.path)
        var composition = try Composition([media.asset])
        try composition.apply([
            .reverse(try TimeRange(start: RationalTime(5, 10), end: RationalTime(8, 10)), .normal)
        ])
        var exporter = Exporter(plan: try ExportPlan.sparing(composition, of: [media], container: container))
        exporter.verification = .decode
        let result = scratch.file("result.\(container.rawValue)")
        let report = try exporter.run(to: result)
        let made = try frames(result)
        // Frames at the edges of what is reversed are shown on both sides.
        #expect(Set(made) == Set(shown) && made.count <= shown.count + 2)
        #expect(made.first == shown.first && report.frames.encoded > 0)
        var retime = Retime()
        retime.isExact = true
        var exact = Exporter(plan: try retime.plan(media.path, for: container))
        exact.verification = .decode
        _ = try exact.run(to: result, overwriting: true)
        #expect(try frames(result) == shown)
    }

    /// What would be before zero is stored so where Matroska is cut.
    @Test(arguments: [Clip.FrameCodec.mpeg1, .mpeg2, .mpeg4], [PlaybackRate.normal, .rate(3, 4)])
    func `They may have the key frame's own time`(codec: Clip.FrameCodec, rate: PlaybackRate) throws {
        let media = try cut(Coding(codec: codec, bFrames: 2), from: "mkv", as: "mkv", hasAudio: false)
        let stored = try StoredTimes.ofVideo(in: media.path)
        try #require(stored.count > 3 && stored[1] >= stored[0] && stored[2] >= stored[0])
        let shown = try frames(media.path)
        try #require(shown.count == stored.count - 2)
        let timing = try #require(MediaInspection(ofFile: media.path).timings[0])
        #expect(timing.count == Int64(shown.count) && timing.hidden == 2 && timing.constantRate == .fps(50))
        #expect(media.tracks[0].range?.start == .zero && media.tracks[0].range?.end == RationalTime(96, 50))
        for container in [Container.mkv, .mov] {
            let result = scratch.file("copy.\(container.rawValue)")
            var exporter = Exporter(plan: try Retime(rate).plan(media.path, for: container))
            exporter.verification = .decode
            let report = try exporter.run(to: result)
            #expect(report.damageCount == 0 && report.frames.shown == Int64(shown.count))
            #expect(try frames(result) == shown)
        }
        // A seek leads there, too.
        var retime = Retime(to: .fps(50))
        retime.trim = try TimeRange(start: .zero, end: RationalTime(10, 50))
        try retime.run(media.path, to: scratch.file("part.mp4"))
        #expect(try frames(scratch.file("part.mp4")) == Array(shown[..<10]))
    }

    /// An edit list hides them, and nothing else.
    @Test(arguments: codings, ["mp4", "mov"])
    func `No lead-in is told of where all that is hidden is what no decoder shows`(
        coding: Coding,
        container: String
    ) throws {
        let media = try cut(coding, from: "ts", as: container, hasAudio: false)
        let plan = try Retime().plan(media.path, for: .mkv)
        #expect(plan.warnings.isEmpty)
        let result = scratch.file("result.mkv")
        let report = try Exporter(plan: plan).run(to: result)
        #expect(try frames(result) == frames(media.path))
        #expect(report.frames.leadIn == 0 && report.duration == plan.duration)
    }

    /// Two frames share each millisecond, be they leading ones or not.
    @Test func `Nothing is lost where frames are shorter than the file's ticks`() throws {
        let coding = Self.codings[1]
        var clip = Clip("mkv", frames: 800, at: .fps(2000), codec: coding.codec)
        clip.frames?.bFrames = coding.bFrames
        clip.frames?.keyInterval = 200
        clip.frames?.encoderOptions = coding.options
        let whole = try clip.write(to: scratch, as: "whole")
        let path = scratch.file("cut.mkv")
        let command = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-ss", "0.25", "-i", whole, "-c", "copy", path]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        let shown = try ClipReader(path).frames().count
        let timing = try #require(MediaInspection(ofFile: path).timings[0])
        #expect(timing.count == Int64(shown))
    }

    /// An index leads to where it begins.
    @Test(arguments: ["mp4", "mkv"]) func `A track may begin late`(container: String) throws {
        _ = try cut(Self.codings[0], from: "ts", as: "mkv", hasAudio: false)
        let path = scratch.file("late.\(container)")
        let early = try Clip("mp4", frames: 120, at: .fps(50)).write(to: scratch, as: "early")
        let command = [
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", early, "-ss", "0.9", "-itsoffset", "2", "-i",
            scratch.file("whole.ts"), "-map", "0:v", "-map", "1:v",
            "-c", "copy", path,
        ]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        let media = try MediaDescription(ofFile: path)
        let late = try #require(media.tracks.last)
        let first = try #require(try ClipReader(path).frames(ofStream: 1).first)
        #expect(late.firstWhole == late.range?.start)
        #expect(abs(try #require(late.range?.start).seconds - first.time.seconds) < 1.1e-3)
        #expect(media.tracks[0].firstWhole == nil)
    }
}
