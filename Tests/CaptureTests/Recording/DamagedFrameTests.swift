import FFmpeg
import MediaTime
import SceneRendering
import TestSupport
import Testing

@testable import Capture

/// A frame that is no whole frame, as USB cameras deliver first, is counted and left out, and ends nothing.
@Suite struct DamagedFrameTests {
    /// Frames of the scene as the camera delivers them.
    private static func frames(
        _ format: String,
        _ numbers: Range<Int64>,
        brightness: Double = 1
    ) throws -> [[UInt8]] {
        let mode = try RecorderTests.camera(format, rate: 60).mode
        let scene = try SyntheticFrames(mode: mode, frameRate: FrameRate(60))
        return try numbers.map { number in
            var bytes: [UInt8] = []
            try scene.withFrame(number, brightness: brightness) { span in
                unsafe span.withUnsafeBytes { unsafe bytes = Array($0) }
            }
            return bytes
        }
    }

    /// The same image that says of itself to be smaller by half: its start of frame (SOF0) has other numbers.
    private static func shrunk(_ image: [UInt8]) throws -> [UInt8] {
        let place = try #require(
            zip(image, image.dropFirst()).enumerated().first { $1.0 == 0xFF && $1.1 == 0xC0 }?.offset
        )
        var image = image
        (image[place + 5], image[place + 6], image[place + 7], image[place + 8]) = (0, 90, 0, 160)
        return image
    }

    private static func record(
        _ format: String,
        _ frames: [[UInt8]],
        to path: String,
        change: (inout RecordingSettings) -> Void
    ) throws -> RecordingSummary {
        let camera = ScriptedCamera(format: format, size: RecorderTests.size, rate: 60, frames: frames)
        var settings = RecordingSettings(path: path)
        change(&settings)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        return try recorder.finish()
    }

    @Test(arguments: [FrameCoding.copy, .h264]) func `What is no image is left out and counted`(coding: FrameCoding)
        throws
    {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let good = try Self.frames("MJPG", 0..<30)
        let bad: [[UInt8]] = [
            [], Array(repeating: 0, count: 1000), Array(good[0][100...].filter { $0 != 0xFF }), [0xFF],
        ]
        let all = bad[..<2] + good[..<10] + bad[2...] + good[10...]
        let summary = try Self.record("MJPG", Array(all), to: path) {
            $0.coding = coding
            $0.logPath = scratch.file("log.jsonl")
        }
        #expect(summary.end == .unplugged)
        #expect(summary.lost.flagged == 4)
        #expect(summary.lost.total == 4)
        #expect(summary.files.map(\.frames) == [30])
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<30))
        let log = String(decoding: try ScratchDirectory.bytes(of: scratch.file("log.jsonl")), as: UTF8.self)
        #expect(log.split(separator: "\n").filter { $0.contains(#""kind": "flagged""#) }.count == 4)
    }

    @Test func `An image that cannot be decoded, or is too small, is left out where frames are encoded`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let good = try Self.frames("MJPG", 0..<20)
        // Its beginning alone, and one of other numbers of rows and columns.
        let bad: [[UInt8]] = [Array(good[0][..<2]), Array(good[0][..<200]), try Self.shrunk(good[0])]
        let summary = try Self.record("MJPG", bad + good[..<10] + bad + good[10...], to: path) { $0.coding = .h264 }
        #expect(summary.end == .unplugged)
        #expect(summary.lost.flagged == 6)
        #expect(summary.lost.total == 6)
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<20))
    }

    @Test(arguments: [("YUYV", FrameCoding.copy), ("YUYV", .h264), ("YU12", .ffv1)])
    func `A raw frame that is too short is left out and counted`(format: String, coding: FrameCoding) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mov")
        let good = try Self.frames(format, 0..<10)
        let summary = try Self.record(
            format,
            [[], Array(good[0].dropLast())] + good + [Array(good[0][..<1000])],
            to: path
        ) {
            $0.coding = coding
        }
        #expect(summary.end == .unplugged)
        #expect(summary.lost.flagged == 3)
        #expect(summary.lost.total == 3)
        #expect(summary.files.map(\.frames) == [10])
        #expect(try ClipReader(path).packets[0].count == 10)
    }

    @Test func `Who looks for motion passes it over`() throws {
        let good = try Self.frames("MJPG", 0..<60) + Self.frames("MJPG", 60..<66, brightness: 3)
        let bad: [[UInt8]] = [Array(good[0][..<200]), try Self.shrunk(good[0]), [0xFF, 0xD8]]
        let mode = try RecorderTests.camera(rate: 60).mode
        let detector = try MotionDetector(FrameArea(left: 0, top: 0, size: RecorderTests.size), mode: mode)
        let pool = try PacketPool(largestPayload: RecorderTests.size.area * 2)
        var found: [UInt32] = []
        // Each is looked at: they are a tenth of a second apart.
        for (number, bytes) in (bad + good[..<60] + bad + good[60...]).enumerated() {
            let facts = CapturedFrame(
                sequence: UInt32(number),
                timestamp: RationalTime(Int64(number), 10),
                isDamaged: false
            )
            let frame = QueuedFrame(packet: try unsafe pool.packet(copying: bytes.span.bytes), facts: facts)
            if let mover = try detector.onset(frame) { found.append(mover.sequence) }
        }
        #expect(found.contains(66))
    }

    @Test func `What may be a frame is told by its bytes`() throws {
        func isFrame(_ format: String, _ bytes: [UInt8]) throws -> Bool {
            let payload = FramePayload(
                CaptureMode(
                    format: try #require(FourCharacterCode(format)),
                    size: FrameSize(width: 4, height: 2),
                    frameDuration: RationalTime(1, 30)
                )
            )
            return unsafe bytes.withUnsafeBytes { unsafe payload.isFrame(RawSpan(_unsafeBytes: $0)) }
        }
        #expect(try isFrame("MJPG", [0xFF, 0xD8, 0xFF]))
        #expect(try isFrame("MJPG", [0xFF, 0xD9, 0, 0xFF, 0xD8, 0xFF]), "after the end of another one")
        #expect(try !isFrame("MJPG", [0xFF, 0xD9, 0, 0]))
        #expect(try !isFrame("H264", []))
        #expect(try isFrame("H264", [0]))
        #expect(try isFrame("YUYV", Array(repeating: 0, count: 16)))
        #expect(try isFrame("YUYV", Array(repeating: 0, count: 24)), "rows may be longer")
        #expect(try !isFrame("YUYV", Array(repeating: 0, count: 15)))
        #expect(try isFrame("GREY", Array(repeating: 0, count: 8)))
        #expect(try !isFrame("Y16 ", Array(repeating: 0, count: 8)))
        // Of what is not known nothing is expected.
        #expect(try isFrame("????", [0]))
    }
}
