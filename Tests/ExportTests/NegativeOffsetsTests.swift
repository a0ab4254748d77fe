import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Movies in fragments that state of frames that they are presented before they are decoded, as CMAF allows it.
@Suite struct NegativeOffsetsTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// 120 frames of a second in such fragments, with key frames at these.
    private func fragmented(keys: [Int]) throws -> String {
        var clip = Clip("mp4", frames: 120, at: .fps(120))
        clip.audioTracks = [Clip.Audio("aac", samples: 48_000)]
        let path = scratch.file("fragments.mp4")
        let expression = keys.map { "eq(n,\($0))" }.joined(separator: "+")
        let outcome = try RunningCommand([
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", clip.write(to: scratch, as: "whole"), "-c:a", "copy",
            "-c:v", "libx264", "-crf", "10", "-g", "200", "-bf", "2", "-b_strategy", "0", "-sc_threshold", "0",
            "-force_key_frames", "expr:\(expression)", "-movflags",
            "frag_keyframe+empty_moov+delay_moov+negative_cts_offsets", path,
        ]).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    /// libavformat presents all of them later by what it has read of so far. Behind one of a single frame it has read of nothing.
    @Test(arguments: [[0, 30, 60], [0, 1, 30, 60], [0, 1, 2, 60]])
    func `Frames are presented when the file says so`(keys: [Int]) throws {
        let path = try fragmented(keys: keys)
        let media = try MediaDescription(ofFile: path)
        #expect(media.tracks.map { $0.range?.start } == [.zero, .zero])
        let frames = try ClipReader(path).frames()
        #expect(frames.map(\.number) == (0..<120).map { $0 })
        #expect(frames.map(\.time) == (0..<120).map { RationalTime($0, 120) })
        let result = scratch.file("half.mp4")
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mp4))
        exporter.verification = .decode
        #expect(try exporter.run(to: result).frames.shown == 120)
        #expect(try ClipReader(result).frames().map(\.time) == (0..<120).map { RationalTime($0, 60) })
    }

    @Test func `A part is read from the key frame before it on`() throws {
        let result = scratch.file("part.mkv")
        var retime = Retime()
        retime.trim = try TimeRange(start: RationalTime(61, 120), end: RationalTime(70, 120))
        _ = try retime.run(fragmented(keys: [0, 1, 30, 60]), to: result)
        #expect(try ClipReader(result).frames().first?.number == 60)
    }
}
