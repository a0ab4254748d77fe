import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Frames whose sides are odd, in formats whose chroma has half the resolution.
@Suite struct OddSizesTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test(arguments: [
        ("yuv420p", "mp4", 124, 78), ("yuv422p", "mp4", 124, 77), ("yuv444p", "mp4", 123, 77),
        ("yuv420p", "mkv", 123, 77),
    ])
    func `That a frame becomes larger is said`(format: String, container: String, width: Int, height: Int) throws {
        var chart = ChartClip(width: 123, height: 77)
        (chart.encoder, chart.options, chart.pixelFormat) = ("ffv1", [], format)
        try chart.write(to: scratch.file("chart.mkv"))
        let output = scratch.file("out.\(container)")
        let plan = try Retime().plan(scratch.file("chart.mkv"), for: try #require(Container(forPath: output)))
        try Retime().run(scratch.file("chart.mkv"), to: output)
        let parameters = try ClipReader(output).streams[0].parameters
        #expect((parameters.width, parameters.height) == (width, height))
        let reason = try #require(plan.video?.reason)
        let isSaid = reason.contains("123x77 becomes \(width)x\(height): h264 takes whole samples of \(format) only")
        #expect(isSaid == ((width, height) != (123, 77)), "\(reason)")
    }
}
