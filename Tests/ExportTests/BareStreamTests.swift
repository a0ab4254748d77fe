import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Streams of one codec without a container.
@Suite struct BareStreamTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [("h264", Clip.FrameCodec.h264), ("hevc", .hevc)])
    func `Without timestamps there is nothing to play, and the reason is said`(
        name: String,
        codec: Clip.FrameCodec
    ) throws {
        let path = try Clip(name, frames: 10, at: .fps(30), codec: codec).write(to: scratch)
        let media = try MediaDescription(ofFile: path)
        #expect(media.isBareStream)
        #expect(media.emptiness?.contains("stream without a container") == true)
        let timing = try MediaInspection(ofFile: path).timings[0]
        #expect(timing?.count == 0 && timing?.untimed == 10)
    }

    @Test func `Numbers of frames are no timestamps`() throws {
        var clip = Clip("drc", frames: 10, at: .fps(30), codec: .vc2)
        clip.frames?.bFrames = 0
        let media = try MediaDescription(ofFile: try clip.write(to: scratch))
        #expect(media.isBareStream)
        #expect(media.emptiness?.contains("stream without a container") == true)
    }

    @Test func `A rate that is assumed is said`() throws {
        let path = try Clip("mjpeg", frames: 10, at: .fps(30), codec: .mjpeg).write(to: scratch)
        let warnings = try Retime(.rate(1, 2)).plan(path, for: .mov).warnings
        #expect(warnings.contains { $0.hasSuffix("25 frames a second are assumed") })
        let contained = try Clip("mov", frames: 10, at: .fps(30), codec: .mjpeg).write(to: scratch)
        #expect(try Retime(.rate(1, 2)).plan(contained, for: .mov).warnings.isEmpty)
        #expect(try !MediaDescription(ofFile: contained).isBareStream)
    }
}
