import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Uncompressed frames of other containers, to Matroska.
@Suite struct MatroskaRawFramesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip(_ container: String, _ format: String) throws -> String {
        let path = scratch.file("\(format).\(container)")
        let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=60:d=0.2", "-c:v", "rawvideo", "-pix_fmt", format]
        let outcome = try RunningCommand(["ffmpeg", "-v", "error", "-nostdin", "-y"] + source + [path]).wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    private func plan(_ path: String) throws -> ExportPlan {
        try Retime(PlaybackRate(1, 2)).plan(path, for: .mkv)
    }

    @Test(
        arguments: [
            ("avi", "bgr24"), ("avi", "bgra"), ("avi", "rgb555le"), ("avi", "pal8"), ("mov", "bgra"), ("mov", "rgb24"),
            ("mov", "gray16be"), ("nut", "gray16le"), ("nut", "gray10le"), ("nut", "gbrp"), ("nut", "yuv444p"),
        ]
    )
    func `What Matroska has no code for is encoded`(container: String, format: String) throws {
        let path = try clip(container, format)
        let video = try #require(plan(path).video)
        guard case .encodeVideo = video.treatment else {
            Issue.record("\(video.treatment)")
            return
        }
        #expect(video.reason.contains("rawvideo of \(format)"), "\(video.reason)")
        let output = scratch.file("result.mkv")
        _ = try Exporter(plan: plan(path)).run(to: output)
        #expect(try ClipReader(output).frames().count == 12)
    }

    @Test(arguments: [("avi", "yuv420p"), ("avi", "gray"), ("mov", "yuyv422"), ("mov", "rgba"), ("nut", "nv12")])
    func `What Matroska has a code for is copied`(container: String, format: String) throws {
        let path = try clip(container, format)
        let plan = try plan(path)
        guard case .copy = plan.video?.treatment else {
            Issue.record("\(String(describing: plan.video?.treatment))")
            return
        }
        let output = scratch.file("result.mkv")
        var exporter = Exporter(plan: plan)
        exporter.verification = .decode
        _ = try exporter.run(to: output)
        #expect(try MediaDescription(ofFile: output).mainVideo?.video?.pixelFormat == format)
    }
}
