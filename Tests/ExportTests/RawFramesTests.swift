import Export
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// Frames without a codec.
@Suite struct RawFramesTests {
    /// MOV has a code for each kind of raw frame, and libavformat knows few of them.
    @Test(arguments: ["mov", "mkv", "mp4"]) func `Raw frames can be decoded wherever they go`(container: String) throws
    {
        let scratch = try ScratchDirectory()
        var bytes = Array("YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n".utf8)
        for number in 0..<10 {
            bytes += Array("FRAME\n".utf8) + Array(repeating: UInt8(20 * number), count: 64 * 48 * 3 / 2)
        }
        let result = scratch.file("slow.\(container)")
        try Retime(.rate(1, 2)).run(scratch.write(bytes, to: "raw.y4m"), to: result)
        let frames = try ClipReader(result).frames()
        #expect(frames.count == 10)
        // Matroska counts milliseconds.
        for (number, frame) in frames.enumerated() { #expect(abs(frame.time.seconds - Double(number) / 15) < 0.001) }
    }
}
