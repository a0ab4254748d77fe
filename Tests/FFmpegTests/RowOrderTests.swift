import TestSupport
import Testing

@testable import FFmpeg

@Suite struct RowOrderTests {
    /// `vflip` gives the same samples, and says that rows go upwards.
    @Test(arguments: ["yuv420p", "yuv420p10le", "gbrap", "pal8"]) func `Rows of filtered frames go downwards`(
        name: String
    ) throws {
        let format = try #require(PixelFormat(named: name))
        let frame = try Frame.video(format, width: 32, height: 16)
        frame.clear()
        let stride = frame.stride(ofPlane: 0)
        frame.withMutablePlane(0) { for row in 0..<16 { $0[row * stride] = UInt8(row) } }
        guard let turned = try FilterGraph.chain("vflip", for: frame).apply(to: frame) else {
            Issue.record("no frame comes out")
            return
        }
        let other = turned.stride(ofPlane: 0)
        #expect(other > 0)
        let numbers: [UInt8] = turned.withPlane(0) { samples in (0..<16).map { samples[$0 * other] } }
        #expect(numbers == (0..<16).reversed().map { UInt8($0) })
    }

    /// Of 320 by 180 pixels. libavcodec would show columns of them, so that filters find rows where they are used to.
    @Test(arguments: [32, 8, 2]) func `Columns that are hidden at the left are not shown`(left: Int) throws {
        let scratch = try ScratchDirectory()
        var clip = Clip("mp4", frames: 3, at: .fps(30))
        clip.frames?.encoderOptions = "crop-rect=\(left),8,16,20"
        var count = 0
        try ClipReader(clip.write(to: scratch)).decode(0) { frame in
            count += 1
            #expect(frame.width == 320 - left - 16 && frame.height == 152)
            let address = unsafe frame.address(ofPlane: 0)
            #expect(unsafe address.map { unsafe Int(bitPattern: $0.first) % 64 } == 0)
        }
        #expect(count == 3)
    }
}
