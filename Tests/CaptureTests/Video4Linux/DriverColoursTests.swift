@testable import Capture
import FFmpeg
import Testing
import Video4Linux

/// What drivers say of colours, in the words of ITU-T H.273.
@Suite struct DriverColoursTests {
    /// Range, primaries, transfer and matrix; `-` for what is not stated.
    private static func words(_ format: String, _ colours: FrameColours) throws -> String {
        let code = try #require(FourCharacterCode(format))
        let colour = ColourDescription(colours, of: try #require(CameraFormat(code)))
        return [colour.range, colour.primaries, colour.transfer, colour.matrix].map { $0 ?? "-" }
            .joined(separator: " ")
    }

    @Test(
        arguments: [
            (0, "- - - -"), (1, "tv smpte170m bt709 smpte170m"), (2, "tv smpte240m smpte240m smpte240m"),
            (3, "tv bt709 bt709 bt709"), (4, "- - - -"), (5, "tv bt470m bt709 smpte170m"),
            (6, "tv bt470bg bt709 smpte170m"),
            (7, "pc bt709 iec61966-2-1 smpte170m"), (8, "tv bt709 iec61966-2-1 smpte170m"), (9, "tv - - smpte170m"),
            (10, "tv bt2020 bt709 bt2020nc"), (11, "- - - -"), (12, "tv smpte431 smpte428 bt709"), (13, "- - - -"),
        ] as [(UInt32, String)]
    )
    func `Where only the space is said, the rest is the kernel's usual one`(space: UInt32, words: String) throws {
        #expect(try Self.words("YUYV", FrameColours(space: space)) == words)
        #expect(try Self.words("NV12", FrameColours(space: space)) == words)
        #expect(try Self.words("H264", FrameColours(space: space)) == words)
    }

    @Test(
        arguments: [
            // A webcam that says all of it, high dynamic range at HDMI, and what is said beside no space.
            ((8, 1, 2, 1), "pc bt709 bt709 bt709"), ((10, 7, 6, 2), "tv bt2020 smpte2084 bt2020nc"),
            ((10, 7, 7, 2), "tv bt2020 smpte2084 bt2020c"), ((3, 5, 4, 0), "tv bt709 linear bt709"),
            ((3, 0, 3, 0), "tv bt709 bt709 smpte170m"), ((8, 0, 5, 0), "tv bt709 iec61966-2-1 smpte170m"),
            ((0, 1, 2, 2), "tv - bt709 bt709"), ((11, 2, 0, 1), "pc - iec61966-2-1 -"),
            ((8, 99, 99, 99), "tv bt709 iec61966-2-1 smpte170m"),
        ] as [((UInt32, UInt32, UInt32, UInt32), String)]
    )
    func `What is said counts`(said: (UInt32, UInt32, UInt32, UInt32), words: String) throws {
        let colours = FrameColours(space: said.0, transfer: said.1, encoding: said.2, quantization: said.3)
        #expect(try Self.words("YUYV", colours) == words)
    }

    @Test(
        arguments: [
            ("MJPG", 0, 0, "pc - - smpte170m"), ("MJPG", 8, 0, "pc bt709 iec61966-2-1 smpte170m"),
            ("JPEG", 3, 2, "pc bt709 bt709 smpte170m"), ("RGB3", 8, 0, "pc bt709 iec61966-2-1 gbr"),
            ("RGB3", 3, 2, "tv bt709 bt709 gbr"), ("RGGB", 11, 0, "- - - gbr"),
            ("GREY", 8, 0, "pc bt709 iec61966-2-1 -"),
            ("GREY", 8, 2, "tv bt709 iec61966-2-1 -"), ("Y16", 11, 0, "pc - - -"),
        ] as [(String, UInt32, UInt32, String)]
    )
    func `JPEG, grey and red, green and blue have what is their own`(
        format: String,
        space: UInt32,
        quantization: UInt32,
        words: String
    ) throws {
        #expect(try Self.words(format, FrameColours(space: space, quantization: quantization)) == words)
    }
}
