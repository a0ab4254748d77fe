import Composition
import MediaFormats
import MediaTime
import TestSupport
import Testing

@testable import Export

/// Frames that are decoded behind a key frame, and presented before it, where a copy begins with that and nothing hides them.
@Suite struct FramesBeforeKeyTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private static let codings: [(codec: Clip.FrameCodec, options: String)] = [
        (.h264, "open-gop=1:b-pyramid=normal:scenecut=0"), (.hevc, "open-gop=0:radl=2:scenecut=0"),
        (.hevc, "open-gop=1:scenecut=0"),
    ]

    @Test(arguments: codings, [10, 23, 25, 27, 36, 46] as [Int64])
    func `None is presented before zero, and all others are whole`(
        coding: (codec: Clip.FrameCodec, options: String),
        first: Int64
    ) throws {
        var clip = Clip("mp4", frames: 90, at: .fps(50), codec: coding.codec)
        clip.frames?.bFrames = 3
        clip.frames?.encoderOptions = coding.options
        let path = try clip.write(to: scratch)
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(first, 50), end: RationalTime(first + 30, 50))
        let result = scratch.file("part.mkv")
        var exporter = Exporter(plan: try retime.plan(path, for: .mkv))
        exporter.verification = .decode
        #expect(try exporter.run(to: result).damageCount == 0)
        let frames = try ClipReader(result).frames()
        let shown = frames.compactMap(\.number)
        let begin = try #require(shown.first)
        #expect(begin <= first)
        // Some after the out point are shown, as those before it refer to them.
        #expect(shown.filter { $0 < first + 30 } == (begin..<first + 30).map { $0 })
        #expect(frames.map(\.time.seconds).allSatisfy { $0 >= 0 })
        #expect(try StoredTimes.ofVideo(in: result).allSatisfy { $0 >= 0 })
    }

    /// A key frame behind which a decoder goes on with the frames and the numbers of what came before.
    @Test(arguments: [codings[0], codings[2]])
    func `A clip that begins with such a key frame follows another one whole`(
        coding: (codec: Clip.FrameCodec, options: String)
    ) throws {
        var clip = Clip("mp4", frames: 60, at: .fps(50), codec: coding.codec)
        clip.frames?.bFrames = 3
        clip.frames?.keyInterval = 20
        clip.frames?.encoderOptions = coding.options
        let path = try clip.write(to: scratch)
        let key = try #require(ClipReader(path).packets[0].filter(\.isKey).dropFirst().first?.pts)
        var retime = Retime()
        retime.trim = try TimeRange(start: key, end: RationalTime(60, 50))
        let part = scratch.file("part.mkv")
        try retime.run(path, to: part)
        let shown = try ClipReader(part).frames().map(\.number)
        let media = try MediaDescription(ofFile: part)
        #expect(!TrackEntry.forgetsAll(ofTrack: media.tracks[0], in: media))
        let plan = try ExportPlan(Composition([media.asset, media.asset]), of: [media], container: .mp4)
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        let both = scratch.file("both.mp4")
        let report = try exporter.run(to: both)
        let joined = try ClipReader(both).frames().map(\.number)
        #expect(joined == shown + shown, "\(joined) \(report.damage)")
    }
}
