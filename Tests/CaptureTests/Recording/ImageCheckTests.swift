import FFmpeg
import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Capture

/// Images that are cut off, or of another size than the camera granted.
@Suite struct ImageCheckTests {
    private static func images(_ numbers: Range<Int64>, size: FrameSize = RecorderTests.size) throws -> [[UInt8]] {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("MJPG")),
            size: size,
            frameDuration: RationalTime(1, 60)
        )
        let scene = try SyntheticFrames(mode: mode, frameRate: FrameRate(60))
        return try numbers.map { number in
            var bytes: [UInt8] = []
            try scene.withFrame(number) { span in unsafe span.withUnsafeBytes { unsafe bytes = Array($0) } }
            return bytes
        }
    }

    private static let other = FrameSize(width: 640, height: 360)

    private static func record(
        _ frames: [[UInt8]],
        to path: String,
        _ coding: FrameCoding
    ) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.coding = coding
        let camera = ScriptedCamera(format: "MJPG", size: RecorderTests.size, rate: 60, frames: frames)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        return try recorder.finish()
    }

    @Test(arguments: [FrameCoding.copy, .h264]) func `An image that is cut off is left out and counted`(
        coding: FrameCoding
    ) throws {
        let scratch = try ScratchDirectory()
        let good = try Self.images(0..<20)
        let cut = good.map { Array($0[..<($0.count / 2)]) }
        let path = scratch.file("clip.mp4")
        let summary = try Self.record([cut[0]] + good[..<10] + cut[10..<13] + good[10...], to: path, coding)
        #expect(summary.lost.flagged == 4)
        #expect(summary.lost.total == 4)
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<20))
    }

    @Test func `What a camera leaves behind the end is no part of the image`() throws {
        let scratch = try ScratchDirectory()
        let padded = try Self.images(0..<10).map { $0 + Array(repeating: UInt8(0), count: 500) + [1, 2, 3] }
        let summary = try Self.record(padded, to: scratch.file("clip.mp4"), .copy)
        #expect(summary.lost.total == 0)
    }

    @Test func `A camera that marks no end is recorded all the same`() throws {
        let scratch = try ScratchDirectory()
        let endless = try Self.images(0..<40).map { Array($0.dropLast(2)) }
        let summary = try Self.record(endless, to: scratch.file("clip.mp4"), .copy)
        #expect(summary.lost.flagged == 8)
        #expect(summary.files.map(\.frames) == [32])
    }

    @Test func `Some images of another size are left out, counted and named`() throws {
        let scratch = try ScratchDirectory()
        let (good, others) = (try Self.images(0..<20), try Self.images(0..<12, size: Self.other))
        let path = scratch.file("clip.mp4")
        let summary = try Self.record(others[..<2] + good[..<10] + others + good[10...], to: path, .copy)
        #expect(summary.lost.flagged == 14)
        #expect(summary.notes.count == 1)
        #expect(summary.notes.first?.contains("granted frames of 320x180, but delivers such of 640x360") == true)
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<20))
    }

    @Test func `Copies of images that all have another size are stored in it`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let summary = try Self.record(try Self.images(0..<30, size: Self.other), to: path, .copy)
        #expect(summary.end == .unplugged)
        // A quarter of a second may be left from before.
        #expect(summary.lost.flagged == 15)
        #expect(summary.files.map(\.frames) == [15])
        let parameters = try ClipReader(path).streams[0].parameters
        #expect((parameters.width, parameters.height) == (640, 360))
        #expect(summary.notes.last?.hasSuffix("they are stored as they are") == true)
    }

    @Test func `Where frames are encoded, a camera that does not deliver what it granted is refused`() throws {
        let scratch = try ScratchDirectory()
        let summary = try Self.record(try Self.images(0..<30, size: Self.other), to: scratch.file("clip.mp4"), .h264)
        #expect(summary.end == .error)
        #expect(summary.failure?.message.contains("delivers such of 640x360") == true)
    }

    @Test func `Damaged images are looked at to their end`() throws {
        let mode = try RecorderTests.camera(rate: 60).mode
        let image = try Self.images(0..<1)[0]
        var random = SplitMix64(seed: 4)
        for round in 0..<300 {
            var bytes = Array(image.prefix(round % 3 == 0 ? Int(random.next() % 1000) : image.count))
            for _ in 0..<8 where !bytes.isEmpty {
                bytes[Int(random.next() % UInt64(min(bytes.count, 700)))] = UInt8(truncatingIfNeeded: random.next())
            }
            var check = try #require(ImageCheck(mode))
            _ = check.fault(of: bytes.span, at: .zero)
        }
        for bytes in [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF]] as [[UInt8]] {
            var check = try #require(ImageCheck(mode))
            #expect(check.fault(of: bytes.span, at: .zero) == .isCut)
        }
        #expect(ImageCheck(try RecorderTests.camera("YU12").mode) == nil)
    }
}
