import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Colours that the container states, and frames do not.
@Suite struct ContainerColoursTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// libavformat takes what the decoder says of the first frame, and lost them.
    @Test(arguments: [0, 2] as [UInt8]) func `Colours that only the container of ProRes states are kept`(
        number: UInt8
    ) throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = ("yuv422p10le", "prores_ks", [])
        let stated = ("bt2020", "smpte2084", "bt2020nc")
        (chart.colour.primaries, chart.colour.transfer, chart.colour.matrix) = stated
        try chart.write(to: scratch.file("stated.mov"))
        var bytes = try ScratchDirectory.bytes(of: scratch.file("stated.mov"))
        let frames = bytes.indices.filter { bytes[$0...].starts(with: "icpf".utf8) }
        #expect(frames.count == chart.frameCount)
        for frame in frames {
            bytes.replaceSubrange(frame + 18..<frame + 21, with: [number, number, number])
        }
        let path = try scratch.write(bytes, to: "stated.mov")
        try Retime(.rate(1, 2)).run(path, to: scratch.file("copy.mov"))
        for path in [path, scratch.file("copy.mov")] {
            let colour = try #require(try MediaDescription(ofFile: path).mainVideo?.video).colour
            #expect((colour.primaries, colour.transfer, colour.matrix) == stated)
            #expect(colour.isHighRange)
        }
    }

    /// Its decoder always names that of JFIF.
    @Test func `The matrix that a container states of Motion JPEG is kept`() throws {
        var chart = ChartClip(width: 64, height: 48)
        (chart.pixelFormat, chart.encoder, chart.options) = ("yuvj420p", "mjpeg", [])
        chart.colour.range = "pc"
        try chart.write(to: scratch.file("stated.mov"))
        try Retime(.rate(1, 2)).run(scratch.file("stated.mov"), to: scratch.file("copy.mov"))
        for name in ["stated.mov", "copy.mov"] {
            #expect(try MediaDescription(ofFile: scratch.file(name)).mainVideo?.video?.colour.matrix == "bt709")
        }
    }
}
