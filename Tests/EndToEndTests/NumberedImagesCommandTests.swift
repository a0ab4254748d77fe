import FFmpeg
import FoundationEssentials
import MediaTime
import TestSupport
import Testing

/// Numbered images, as cameras and renderers write them: made by ffmpeg, and what becomes of them read by it.
@Suite struct NumberedImagesCommandTests {
    let scratch: ScratchDirectory
    private let pattern: String

    init() throws {
        scratch = try ScratchDirectory()
        pattern = scratch.file("shot_%04d.png")
    }

    /// Writes 24 images from 0 on, of a pixel format, with the numbers of frames in them.
    private func write(_ pixelFormat: String = "gray", _ name: String = "shot_%04d.png", filter: String = "null") throws
    {
        let clip = try Clip("mkv", frames: 24, at: .fps(25), codec: .ffv1).write(to: scratch)
        let words = [
            "-nostdin", "-v", "error", "-y", "-i", clip, "-vf", filter, "-pix_fmt", pixelFormat, "-start_number", "0",
        ]
        let outcome = try Program("ffmpeg", words + [scratch.file(name)]).run()
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    private func run(_ words: [String], status: Int32 = 0) throws -> Command.Outcome {
        let outcome = try Command(words).run()
        #expect(outcome.status == status, "\(outcome.errors)")
        return outcome
    }

    private func shown(_ words: [String], as name: String = "result.mp4", input: String? = nil) throws -> ClipReader {
        let output = scratch.file(name)
        let outcome = try run(["export", input ?? pattern, "-o", output, "--force"] + words)
        #expect(!outcome.errors.contains("warning: "), "\(outcome.errors)")
        return try ClipReader(output)
    }

    @Test func `The rate is given as what the camera captured`() throws {
        try write()
        let slowed = try shown(["--capture-rate", "240", "--rate", "1/8"])
        #expect(try slowed.frames().map(\.time) == (0..<24).map { RationalTime($0, 30) })
        #expect(try slowed.frames().map(\.number) == (0..<24).map { $0 })
        // Every image at so many a second.
        let conformed = try shown(["--capture-rate", "1000", "--conform", "30"])
        #expect(try conformed.frames().map(\.time) == (0..<24).map { RationalTime($0, 30) })
        let television = try shown(["--capture-rate", "30000/1001", "--frame-rate", "source"])
        #expect(try television.frames().map(\.time) == (0..<24).map { RationalTime($0 * 1001, 30000) })
    }

    @Test func `Parts, reversals and times there and back are to the frame`() throws {
        try write()
        let rate = ["--capture-rate", "120"]
        #expect(try shown(rate + ["--trim", "5f..9f"]).frames().map(\.number) == [5, 6, 7, 8])
        #expect(try shown(rate + ["--trim", "5f..9f", "--exact"]).frames().map(\.number) == [5, 6, 7, 8])
        #expect(try shown(rate + ["--edit", "..@-1"]).frames().map(\.number) == (0..<24).reversed().map { $0 })
        #expect(try shown(rate + ["--trim", "..4f", "--boomerang"]).frames().map(\.number) == [0, 1, 2, 3, 2, 1])
        let doubled = try shown(rate + ["--rate", "1/2", "--frame-rate", "120", "--in-between", "motion"])
        #expect(try doubled.frames().count == 48)
    }

    @Test(arguments: [
        ("rgb48be", "png", "h264", "yuv444p10le"), ("rgb48le", "tif", "hevc", "gbrp12le"),
        ("gray16le", "tif", "h264", "yuv420p10le"),
        ("bgr24", "bmp", "h264", "yuv444p"), ("yuvj420p", "jpg", "h264", "yuvj420p"),
        ("rgba", "png", "prores:4444", "yuva444p12le"),
        ("rgba", "png", "ffv1", "bgra"), ("rgb24", "tga", "h264", "yuv444p"), ("gbrp10le", "dpx", "ffv1", "gbrp10le"),
    ])
    func `Every kind of image is read, and keeps its bits where the codec can`(
        format: String,
        ending: String,
        codec: String,
        kept: String
    ) throws {
        try write(format, "image%d.\(ending)")
        let input = scratch.file("image%d.\(ending)")
        let name = codec == "ffv1" ? "result.mkv" : "result.mov"
        let result = try shown(["--capture-rate", "100", "--video-codec", codec], as: name, input: input)
        #expect(result.streams[0].parameters.pixelFormat?.name == kept)
        #expect(try result.frames().map(\.number) == (0..<24).map { $0 })
        #expect(try result.frames().map(\.time) == (0..<24).map { RationalTime($0, 100) })
    }

    @Test func `Images that change to grey become like the first`() throws {
        try write("rgb24")
        let first = try ScratchDirectory.bytes(of: scratch.file("shot_0003.png"))
        try write("gray")
        for number in 0..<12 where number != 3 {
            _ = try scratch.write(first, to: "shot_\(number < 10 ? "000" : "00")\(number).png")
        }
        let output = scratch.file("result.mp4")
        let outcome = try run(["export", pattern, "-o", output, "--capture-rate", "25"])
        #expect(outcome.errors.contains("warning: 13 frames are of another size, format or orientation than the first"))
        #expect(try ClipReader(output).frames().suffix(12).map(\.number) == (12..<24).map { $0 })
    }

    /// A JPEG image that is to be turned by a quarter, as Exif says it.
    private func turned(_ image: [UInt8]) -> [UInt8] {
        let tag: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
        let exif = Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0] + tag + [0, 0, 0, 0]
        return image.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + image.dropFirst(2)
    }

    @Test func `Images of a camera that was held upright stay upright`() throws {
        try write("yuvj420p", "image%d.jpg")
        let input = scratch.file("image%d.jpg")
        for number in 0..<24 {
            let image = try ScratchDirectory.bytes(of: scratch.file("image\(number).jpg"))
            _ = try scratch.write(turned(image), to: "image\(number).jpg")
        }
        let result = try shown(["--capture-rate", "25"], input: input)
        #expect(result.streams[0].display == (1, false))
        #expect(try result.frames().map(\.number) == (0..<24).map { $0 })
        let drawn = try shown(["--capture-rate", "25", "--size", "100%"], as: "drawn.mkv", input: input)
        #expect(drawn.streams[0].parameters.width == 180)
        _ = try run(["stills", input, "-o", scratch.file("still.png"), "--at", "3f", "--capture-rate", "25"])
        #expect(try ClipReader(scratch.file("still.png")).streams[0].parameters.width == 180)
    }

    @Test func `Where images are given one by one, a hint names their pattern`() throws {
        try write()
        let images = ["shot_0000.png", "shot_0001.png"].map(scratch.file)
        let words = ["export"] + images + ["-o", scratch.file("a.mp4"), "--capture-rate", "60"]
        let refused = try run(words, status: 64)
        #expect(refused.errors.contains("pattern of their names: shot_%04d.png"), "\(refused.errors)")
    }

    @Test func `Without a rate, one is assumed and named`() throws {
        try write()
        for words in [
            ["export", pattern, "-o", scratch.file("a.mp4")],
            ["stills", pattern, "-o", scratch.file("a.png"), "--at", "3f"],
            ["side-by-side", pattern, pattern, "-o", scratch.file("b.mp4")],
        ] {
            let outcome = try run(words)
            #expect(
                outcome.errors.contains("25 a second are assumed, unless their capture rate is given"),
                "\(words[0])"
            )
            #expect(outcome.errors.components(separatedBy: "are assumed").count == 2, "\(words[0])")
            let rate = try run(words + ["--capture-rate", "50"] + (words[0] == "inspect" ? [] : ["--force"]))
            #expect(!rate.errors.contains("assumed"), "\(words[0])")
        }
        let inspected = try run(["inspect", pattern, "--json"])
        #expect(inspected.output.contains(#""assumedRate""#))
        #expect(
            try run(["inspect", pattern, "--capture-rate", "50"]).output.contains(
                "24 frames, 00:00:00.480, constant 50 fps"
            )
        )
    }

    @Test func `A rate for clips that state theirs is refused`() throws {
        let clip = try Clip("mp4", frames: 24, at: .fps(25)).write(to: scratch)
        for words in [
            ["stills", clip, "-o", scratch.file("a.png"), "--at", "3f"], ["inspect", clip],
            ["side-by-side", clip, clip, "-o", scratch.file("b.mp4")], ["export", clip, "-o", scratch.file("c.mp4")],
        ] {
            #expect(
                try run(words + ["--capture-rate", "50"], status: 64).errors.contains("--capture-rate has no effect")
            )
        }
        let words = ["studio", clip, "--no-open", "--output-folder", scratch.path, "--capture-rate", "5"]
        let studio = try Command(within: #"exec timeout 20 "$@""#, words).run()
        #expect(studio.status == 64)
        #expect(studio.errors.contains("--capture-rate has no effect"), "\(studio.errors)")
        #expect(try scratch.contents == ["clip.mkv", "clip.mp4"].filter { $0 == "clip.mp4" })
    }

    @Test func `Frames are never copied into a file`() throws {
        try write("yuvj420p", "image%d.jpg")
        let input = scratch.file("image%d.jpg")
        let refused = try run(
            ["export", input, "-o", scratch.file("a.mov"), "--capture-rate", "25", "--lossless-only"],
            status: 69
        )
        #expect(refused.errors.contains("each of its images is a file with headers of its own"))
    }

    @Test func `The names of stills are those of a clip`() throws {
        try write()
        _ = try run(["stills", pattern, "-o", scratch.file("stills"), "--at", "7f", "--capture-rate", "1000"])
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("stills"))
        #expect(names == ["shot-000007-00h00m00.007s.png"])
    }
}
