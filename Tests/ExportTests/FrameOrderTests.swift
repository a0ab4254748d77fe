import Composition
import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Frames that are stored with other times than the stream presents them in order.
@Suite struct FrameOrderTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Every fifth frame, but for key frames, is said to be presented after the one behind it: 60 ms later than it was, of 40.
    private func clip(_ codec: Clip.FrameCodec, bFrames: Int) throws -> String {
        var clip = Clip("mkv", frames: 50, at: .fps(25), codec: codec)
        clip.frames?.bFrames = bFrames
        clip.frames?.keyInterval = 25
        let (whole, path) = (try clip.write(to: scratch, as: "whole"), scratch.file("back.mkv"))
        let command = [
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", whole, "-c", "copy", "-bsf:v",
            "setts=pts='if(eq(mod(N,5),1),PTS+60,PTS)'", path,
        ]
        let outcome = try RunningCommand(command).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    /// No decoder reorders them.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc], [Container.mkv, .mp4])
    func `A copy tells that times go back`(codec: Clip.FrameCodec, container: Container) throws {
        let path = try clip(codec, bFrames: 0)
        let plan = try Retime().plan(path, for: container)
        let report = try Exporter(plan: plan).run(to: scratch.file("copy.\(container.rawValue)"))
        #expect(report.damageCount == 10)
        #expect(report.damage.allSatisfy { $0.message.contains("not presented later than the one before it") })
        #expect(report.damage.first?.time == RationalTime(80, 1000))
    }

    @Test(arguments: [Clip.FrameCodec.h264, .hevc, .mpeg2, .mpeg4], [0, 2])
    func `Frames that are reordered are in order`(codec: Clip.FrameCodec, bFrames: Int) throws {
        var clip = Clip("mkv", frames: 50, at: .fps(25), codec: codec)
        clip.frames?.bFrames = bFrames
        let report = try Retime().run(clip.write(to: scratch), to: scratch.file("copy.mkv"))
        #expect(report.damageCount == 0)
    }
}
