import Composition
@testable import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Headers that say that a track ends where its last frame begins, or before.
@Suite struct LastFrameTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Ten frames at 30 a second. By the header the track ends where the last one begins.
    private func clip(_ container: String, bFrames: Int) throws -> String {
        var clip = Clip(container, frames: 10, at: .fps(30))
        clip.frames?.timing = .ticks((0..<10).map { $0 * 500 }, of: TimeBase(1, 15_000), lastDuration: 0)
        clip.frames?.bFrames = bFrames
        if container == "mkv" { return try clip.write(to: scratch) }
        // An edit list would hide the frame.
        clip.options = [MetadataEntry(key: "use_editlist", value: "0")]
        var bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        try MovieFile.setMediaDuration(of: &bytes, to: 4500)
        return try scratch.write(bytes, to: "clip.\(container)")
    }

    /// AVI states places, and every second one may be empty.
    @Test func `What is said to last half as long as frames are apart lasts as long as they do`() {
        let apart = RationalTime(1, 30)
        #expect(SourceClock.lastDuration(RationalTime(1, 60), apart) == apart)
        #expect(SourceClock.lastDuration(.zero, apart) == apart)
        #expect(SourceClock.lastDuration(RationalTime(1, 59), apart) == RationalTime(1, 59))
        #expect(SourceClock.lastDuration(RationalTime(1, 60), nil) == RationalTime(1, 60))
    }

    @Test(arguments: ["mp4", "mov"], [0, 2])
    func `The track ends where its last frame does`(container: String, bFrames: Int) throws {
        let path = try clip(container, bFrames: bFrames)
        #expect(try ClipReader(path).streams[0].duration == 4500)
        let track = try #require(MediaDescription(ofFile: path).mainVideo)
        #expect(track.range?.end == RationalTime(1, 3))
    }

    @Test(arguments: ["mp4", "mov", "mkv"], [0, 2])
    func `Joined, every frame is there`(container: String, bFrames: Int) throws {
        let path = try clip(container, bFrames: bFrames)
        let media = try MediaDescription(ofFile: path)
        var settings = ExportSettings()
        settings.video = VideoEncoding(codec: .h264, quality: 20, preset: "ultrafast")
        let plan = try ExportPlan(twice(media), of: [media], settings: settings, container: .mp4)
        _ = try Exporter(plan: plan).run(to: scratch.file("joined.mp4"))
        #expect(try ClipReader(scratch.file("joined.mp4")).frames().map(\.number) == (0..<20).map { $0 % 10 })
    }

    @Test(arguments: ["mp4", "mov", "mkv"], [0, 2])
    func `A trim that ends with its timestamp leaves the last frame out`(container: String, bFrames: Int) throws {
        let path = try clip(container, bFrames: bFrames)
        var retime = Retime()
        retime.trim = try TimeRange(start: .zero, end: RationalTime(9, 30))
        try retime.run(path, to: scratch.file("part.mp4"))
        #expect(try ClipReader(scratch.file("part.mp4")).frames().map(\.number) == (0..<9).map { $0 })
    }

    /// The composition of a clip played twice.
    private func twice(_ media: MediaDescription) throws -> Composition {
        let range = try TimeRange(start: .zero, end: media.asset.duration)
        var composition = Composition()
        try composition.insert(range, of: media.asset, at: .zero)
        try composition.insert(range, of: media.asset, at: range.end)
        return composition
    }

    @Test func `A clip of one frame, joined with itself, shows it twice`() throws {
        let path = try Clip("mov", frames: 1, at: .fps(30)).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        let plan = try ExportPlan(twice(media), of: [media], settings: ExportSettings(), container: .mov)
        _ = try Exporter(plan: plan).run(to: scratch.file("joined.mov"))
        let frames = try ClipReader(scratch.file("joined.mov")).frames()
        #expect(frames.map(\.number) == [0, 0])
        #expect(frames.map(\.time) == [.zero, RationalTime(1, 30)])
    }

    /// Matroska states when the file ends, not when each track does. Key frames stand every 12 frames.
    @Test(arguments: [true, false])
    func `Video that ends before the audio in Matroska`(isConstant: Bool) throws {
        var clip = Clip("mkv", frames: 30, at: .fps(25))
        if !isConstant {
            let ticks: [Int64] = (0..<30).map { $0 * 40 + $0 % 3 * 7 }
            clip.frames?.timing = .ticks(ticks, of: TimeBase(1, 1000), lastDuration: 0)
        }
        clip.frames?.bFrames = 0
        clip.audioTracks = [Clip.Audio("pcm_s16le", samples: 96_000)]
        let path = try clip.write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.asset.duration == RationalTime(2, 1))
        // A player shows the last frame until then.
        #expect(media.mainVideo?.range?.end == RationalTime(2, 1))
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(3, 2), end: RationalTime(19, 10))
        let result = scratch.file("part.mp4")
        try retime.run(path, to: result)
        let part = try MediaDescription(ofFile: result)
        let video = try #require(part.mainVideo)
        #expect(try ClipReader(result).frames().map(\.number) == [29])
        #expect(video.range?.duration == RationalTime(2, 5))
    }

    @Test func `A file that is cut short ends where it does`() throws {
        var clip = Clip("mp4", frames: 60, at: .fps(30))
        clip.options = [MetadataEntry(key: "movflags", value: "+faststart")]
        let bytes = try ScratchDirectory.bytes(of: clip.write(to: scratch))
        let path = try scratch.write(bytes.prefix(bytes.count / 2), to: "cut.mp4")
        let media = try MediaDescription(ofFile: path)
        let end = try #require(media.mainVideo?.range?.end)
        #expect(end < RationalTime(3, 2))
        #expect(end > RationalTime(1, 2))
        #expect(try end == FrameLookup(media: media, track: #require(media.mainVideo)).instant(ofFrame: count(media)))
    }

    private func count(_ media: MediaDescription) throws -> Int64 {
        Int64(try ClipReader(media.path).packets[0].count)
    }

    /// A frame of one tick is one.
    @Test(arguments: ["mp4", "mov"], [0, 2])
    func `A last frame of one tick stays one`(container: String, bFrames: Int) throws {
        var clip = Clip(container, frames: 10, at: .fps(30))
        clip.frames?.timing = .ticks((0..<10).map { $0 * 500 }, of: TimeBase(1, 15_000), lastDuration: 1)
        clip.frames?.bFrames = bFrames
        let path = try clip.write(to: scratch)
        var retime = Retime(.rate(1, 2))
        for first in [0, 4] {
            retime.trim = try TimeRange(
                start: RationalTime(Int64(first), 30),
                end: MediaDescription(ofFile: path).asset.duration
            )
            try retime.run(path, to: scratch.file("\(first).\(container)"))
            let result = try ClipReader(scratch.file("\(first).\(container)"))
            #expect(try result.frames().map(\.number) == (first..<10).map { Int64($0) })
            let track = try #require(MediaDescription(ofFile: result.path).mainVideo)
            let (duration, planned) = (track.range?.duration, try retime.trim?.duration.scaled(by: 2, over: 1))
            #expect(duration == planned)
        }
    }
}
