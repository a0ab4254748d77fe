@testable import Capture
import FFmpeg
import MediaTime
import TestSupport
import Testing

/// FFV1 keeps the samples of a camera's images, whatever resolution their chroma has.
@Suite struct KeptChromaTests {
    private static let size = FrameSize(width: 64, height: 32)

    /// An image as a camera delivers it.
    private static func image(_ format: String) throws -> [UInt8] {
        let pixels = try #require(PixelFormat(named: format))
        var settings = VideoEncoderSettings(
            encoder: "mjpeg",
            width: size.width,
            height: size.height,
            pixelFormat: pixels,
            timeBase: TimeBase(1, 30),
            frameRate: TimeBase(30, 1),
            needsGlobalHeader: false
        )
        settings.colour.range = "pc"
        let frame = try Frame.video(pixels, width: size.width, height: size.height)
        for plane in 0..<(pixels.isGrey ? 1 : 3) {
            let stride = frame.stride(ofPlane: plane)
            frame.withMutablePlane(plane) { samples in
                // Each row of chroma is another one.
                for index in samples.indices {
                    samples[index] = UInt8(truncatingIfNeeded: index % stride * (plane + 1) + index / stride * 7)
                }
            }
        }
        frame.pts = 0
        let encoder = try Encoder(settings)
        let packet = try Packet()
        _ = try encoder.send(frame)
        try encoder.sendEnd()
        try #require(try encoder.receive(into: packet) == .produced)
        return packet.bytes
    }

    /// Two samples of luma share one of chroma: a row or a column would be left out.
    @Test(arguments: [(641, 361), (640, 361), (641, 360)]) func `Of an odd size frames are encoded by FFV1 alone`(
        width: Int,
        height: Int
    ) throws {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("GREY")),
            size: FrameSize(width: width, height: height),
            frameDuration: RationalTime(1, 30)
        )
        func encoder(_ coding: FrameCoding) throws {
            _ = try FrameEncoder.make(coding, mode: mode, disposable: 1, quality: 23, bufferSize: 1 << 20) { _ in }
        }
        for coding in [FrameCoding.h264, .hevc] {
            let error = #expect(throws: CaptureError.self) { try encoder(coding) }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("takes frames of an even width and height") ?? false)
        }
        try encoder(.ffv1)
    }

    /// The format of a clip's frames, and all samples of the first one.
    private static func samples(of path: String) throws -> (format: String, planes: [[UInt8]]) {
        var (format, planes) = ("", [[UInt8]]())
        try ClipReader(path).decode(0) { frame in
            guard planes.isEmpty, let pixels = frame.pixelFormat else { return }
            format = pixels.name
            for (plane, rows) in pixels.planeRows(width: frame.width, height: frame.height).enumerated() {
                let stride = frame.stride(ofPlane: plane)
                planes.append(
                    frame.withPlane(plane) { bytes in
                        (0..<frame.rows(ofPlane: plane)).flatMap { row in
                            (0..<rows.bytes).map { bytes[row * stride + $0] }
                        }
                    }
                )
            }
        }
        return (format, planes)
    }

    @Test(arguments: [
        ("yuvj420p", "yuv420p"), ("yuvj422p", "yuv422p"), ("yuvj444p", "yuv444p"),
    ])
    func `They are the same, sample by sample`(format: String, kept: String) throws {
        let scratch = try ScratchDirectory()
        let image = try Self.image(format)
        for (coding, name) in [(FrameCoding.copy, "copy.mov"), (.ffv1, "kept.mov")] {
            var settings = RecordingSettings(path: scratch.file(name))
            settings.coding = coding
            let camera = ScriptedCamera(
                format: "MJPG",
                size: Self.size,
                rate: 30,
                frames: Array(repeating: image, count: 4)
            )
            let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
            try recorder.start()
            let summary = try recorder.finish()
            #expect(summary.files.map(\.frames) == [4], "\(summary.failure?.message ?? "")")
        }
        let (before, after) = try (
            Self.samples(of: scratch.file("copy.mov")), Self.samples(of: scratch.file("kept.mov"))
        )
        #expect(before.format == format)
        #expect(after.format == kept)
        #expect(after.planes == before.planes)
    }

    @Test func `That a later image has another layout is said`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("kept.mov"))
        settings.coding = .ffv1
        let frames = try [Self.image("yuvj422p"), Self.image("yuvj420p"), Self.image("yuvj420p")]
        let recorder = Recorder(
            ScriptedCamera(format: "MJPG", size: Self.size, rate: 30, frames: frames),
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        let notes = try recorder.finish().notes
        #expect(notes == ["frames come as yuvj420p, and the first one came as yuvj422p: they are converted to that"])
    }
}
