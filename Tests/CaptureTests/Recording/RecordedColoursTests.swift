@testable import Capture
import FFmpeg
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// A recording says what its samples stand for, and they do.
@Suite struct RecordedColoursTests {
    /// Range, primaries, transfer and matrix of webcams.
    private static let webcam = ["tv", "bt709", "iec61966-2-1", "smpte170m"]

    /// Records some frames of as many lines as high definition has, of which players think that their matrix is that of BT.709.
    private static func record(_ format: String, as coding: FrameCoding, to path: String) throws {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode(format)),
            size: FrameSize(width: 1280, height: 720),
            frameDuration: RationalTime(1, 30)
        )
        let camera = try SyntheticCamera(mode: mode, pace: .unhurried)
        _ = try RecorderTests.record(camera, to: path, duration: RationalTime(1, 10)) {
            $0.coding = coding
            $0.quality = 4
        }
    }

    private static func words(_ colour: ColourDescription) -> [String?] {
        [colour.range, colour.primaries, colour.transfer, colour.matrix]
    }

    @Test(arguments: [
        ("YUYV", FrameCoding.h264, "mp4"), ("YUYV", .hevc, "mp4"), ("YUYV", .ffv1, "mov"), ("YU12", .h264, "mov"),
        ("MJPG", .h264, "mp4"), ("MJPG", .ffv1, "mov"), ("H264", .copy, "mp4"), ("H264", .h264, "mp4"),
        ("YUYV", .copy, "mov"), ("MJPG", .copy, "mp4"),
    ])
    func `An orange ball is orange by what is stated`(format: String, coding: FrameCoding, ending: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.\(ending)")
        try Self.record(format, as: coding, to: path)
        var stated = try ClipReader(path).streams[0].parameters.colour
        if format == "MJPG", coding == .copy {
            // The container says nothing of images, which say it themselves.
            (stated.range, stated.matrix) = ("pc", "smpte170m")
        } else {
            // QuickTime has no word for the range, and H.264 and HEVC say it themselves. Full range is said all the same.
            if format == "MJPG", coding == .ffv1 {
                #expect(stated.range == "pc")
            } else if coding == .ffv1 || format == "YUYV" && coding == .copy {
                #expect(stated.range == nil)
                stated.range = "tv"
            }
            #expect(Array(Self.words(stated).dropFirst()) == Array(Self.webcam.dropFirst()))
            #expect(stated.range == (format == "MJPG" && coding == .ffv1 ? "pc" : "tv"))
        }
        let orange = try Self.orange(in: path, stated)
        #expect(zip(orange, [255, 126, 32]).allSatisfy { abs($0 - $1) < 4 }, "\(orange)")
    }

    /// FFV1 keeps what the camera delivers: the same luma as the image itself decodes to.
    @Test func `Images of full range stay so without loss`() throws {
        let scratch = try ScratchDirectory()
        try Self.record("MJPG", as: .copy, to: scratch.file("copy.mov"))
        try Self.record("MJPG", as: .ffv1, to: scratch.file("kept.mov"))
        let before = try FirstPlane(0, of: scratch.file("copy.mov")).rows
        #expect(try FirstPlane(0, of: scratch.file("kept.mov")).rows == before)
        #expect(
            before.joined().contains { $0 > 240 } && before.joined().contains { $0 < 12 },
            "there is something to lose"
        )
    }

    @Test(arguments: ["pc", "tv"]) func `Raw samples of full range are said to be such`(range: String) throws {
        var colour = ColourDescription.bt709Limited
        colour.range = range
        let parameters = try CodecParameters.frames(
            codec: "rawvideo",
            width: 64,
            height: 36,
            pixelFormat: PixelFormat(named: "yuyv422"),
            fourCC: "yuv2",
            colour: colour
        )
        let track = Muxer.StreamDescription(parameters: parameters, timeBase: .microseconds)
        let header = try MovieLayout(path: "raw.mov", tracks: [track]).header(metadata: [])
        let bytes = Array(try #require(header).payload)
        #expect(Self.contains("nclx", bytes) == (range == "pc") && Self.contains("nclc", bytes) == (range == "tv"))
    }

    private static func contains(_ word: String, _ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: word.utf8) }
    }

    /// The medians of red, green and blue of what is about as orange as the ball, in the first frame, by the colours that are stated.
    private static func orange(in path: String, _ colour: ColourDescription) throws -> [Int] {
        let demuxer = try Demuxer(path: path)
        let stream = demuxer.streams[0]
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase)
        let packet = try Packet()
        let frame = try Frame()
        while try demuxer.read(into: packet) {
            _ = try decoder.send(packet)
            packet.reset()
        }
        try decoder.sendEnd()
        guard try decoder.receive(into: frame) == .produced else { throw ClipError("no frame") }
        let (range, matrix) = (try #require(colour.range), try #require(colour.matrix))
        let scaling = "scale=in_color_matrix=\(matrix):in_range=\(range):flags=accurate_rnd+full_chroma_int"
        let graph = try FilterGraph.chain("\(scaling),format=rgb24", for: frame)
        frame.pts = 0
        guard let image = try graph.apply(to: frame) else { throw ClipError("a filter gave no frame") }
        var found: [[Int]] = [[], [], []]
        let (columns, rows, stride) = (image.width, image.height, image.stride(ofPlane: 0))
        image.withPlane(0) { samples in
            for row in 0..<rows {
                for column in 0..<columns {
                    let pixel = (0..<3).map { Int(samples[row * stride + 3 * column + $0]) }
                    guard pixel[0] > 225, (105...150).contains(pixel[1]), pixel[2] < 60 else { continue }
                    for component in 0..<3 { found[component].append(pixel[component]) }
                }
            }
        }
        try #require(found[0].count > 500)
        return found.map { $0.sorted()[$0.count / 2] }
    }

    @Test(arguments: [
        ("yuvj422p", "yuv420p", ["tv", "bt709", "iec61966-2-1", "smpte240m"]),
        ("yuyv422", "yuv420p", ["pc", "bt709", "iec61966-2-1", "smpte240m"]),
        ("rgb24", "yuv420p", ["tv", "bt709", "iec61966-2-1", "smpte170m"]),
        ("bayer_rggb8", "yuv420p", ["tv", "bt709", "iec61966-2-1", "smpte170m"]),
        ("bayer_rggb8", "gbrp", ["pc", "bt709", "iec61966-2-1", "gbr"]),
        ("gray", "yuv420p", ["tv", "bt709", "iec61966-2-1", "smpte240m"]),
        ("gray10le", "gray12le", ["pc", "bt709", "iec61966-2-1", "smpte240m"]),
        ("yuv420p", "yuv420p", ["pc", "bt709", "iec61966-2-1", "smpte240m"]),
    ])
    func `A converted sample stands for what libswscale made of it`(
        source: String,
        target: String,
        words: [String]
    ) throws {
        var colour = ColourDescription()
        (colour.range, colour.primaries) = ("pc", "bt709")
        (colour.transfer, colour.matrix) = ("iec61966-2-1", "smpte240m")
        let (from, to) = (try #require(PixelFormat(named: source)), try #require(PixelFormat(named: target)))
        #expect(Self.words(colour.converted(from: from, to: to)) == words)
        // White, and red, as libswscale itself has them.
        guard source == "rgb24" || source == "gray" else { return }
        let frame = try Frame.video(from, width: 16, height: 16)
        let isGrey = source == "gray"
        let (stride, bytes) = (frame.stride(ofPlane: 0), isGrey ? 1 : 3)
        frame.withMutablePlane(0) { samples in
            for row in 0..<16 {
                for column in 0..<16 {
                    for component in 0..<bytes {
                        samples[row * stride + column * bytes + component] = component == 0 ? 255 : 0
                    }
                }
            }
        }
        frame.pts = 0
        guard let made = try FilterGraph.chain("format=\(target)", for: frame).apply(to: frame) else {
            throw ClipError("a filter gave no frame")
        }
        var luma: UInt8 = 0
        made.withPlane(0) { luma = $0[0] }
        // BT.601: 16 + 219 × 0.299.
        #expect(abs(Int(luma) - (isGrey ? 235 : 81)) <= 1)
    }
}
