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
        return try retimed(clip, "pts='if(eq(mod(N,5),1),PTS+60,PTS)'", as: "back.mkv")
    }

    /// A clip whose packets have other timestamps.
    private func retimed(_ clip: Clip, _ times: String, as name: String) throws -> String {
        let (whole, path) = (try clip.write(to: scratch, as: "whole"), scratch.file(name))
        let command = [
            "ffmpeg", "-v", "error", "-nostdin", "-y", "-i", whole, "-c", "copy", "-bsf:v", "setts=\(times)", path,
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

    /// Every seventh frame has the time of the one before it, also the one on screen at the in point.
    @Test(arguments: [Clip.FrameCodec.h264, .hevc], [false, true])
    func `Times that repeat are no difference`(codec: Clip.FrameCodec, isExact: Bool) throws {
        var clip = Clip("mkv", frames: 60, at: .fps(25), codec: codec)
        clip.frames?.bFrames = 2
        clip.frames?.keyInterval = 20
        let path = try retimed(clip, "pts='if(eq(mod(PTS/40,7),3),PTS-40,PTS)'", as: "twins.mkv")
        var retime = Retime()
        retime.isExact = isExact
        retime.trim = try TimeRange(start: RationalTime(660, 1000), end: RationalTime(2060, 1000))
        var exporter = Exporter(plan: try retime.plan(path, for: .mp4))
        exporter.verification = .decode
        let report = try exporter.run(to: scratch.file("out.mp4"))
        // Twins are shown where they are copied. Of two that are encoded, at the in point, the second is left out.
        #expect(report.frames.shown == (isExact ? 36 : 37))
    }
}
