import CVideo4Linux
import FFmpeg
import MediaTime
import TestSupport
import Testing

@testable import Capture
@testable import Video4Linux

/// Rows of raw frames, padded by a driver.
@Suite struct RowLayoutTests {
    /// Planes as the specification of Video4Linux draws them: bytes of a row, bytes from row to row, and rows.
    private typealias Plane = (bytes: Int, stride: Int, rows: Int)

    private static func layout(
        _ code: String,
        _ width: Int,
        _ height: Int,
        bytesPerLine: Int = 0,
        capacity: Int = 0
    ) throws -> RowLayout? {
        RowLayout(
            try #require(FourCharacterCode(code)),
            FrameSize(width: width, height: height),
            bytesPerLine: bytesPerLine,
            capacity: capacity
        )
    }

    /// A frame of numbered bytes with padding, and without.
    private static func frame(_ planes: [Plane]) -> (padded: [UInt8], packed: [UInt8]) {
        var (padded, packed): ([UInt8], [UInt8]) = ([], [])
        for plane in planes {
            for _ in 0..<plane.rows {
                let row = (0..<plane.bytes).map { UInt8(truncatingIfNeeded: packed.count + $0) }
                packed += row
                padded += row + [UInt8](repeating: 0xEE, count: plane.stride - plane.bytes)
            }
        }
        return (padded, packed)
    }

    @Test(
        arguments: [
            ("GREY", 6, 4, 8, [(6, 8, 4)]), ("Y10", 6, 4, 16, [(12, 16, 4)]), ("RGGB", 6, 4, 8, [(6, 8, 4)]),
            ("YUYV", 6, 4, 64, [(12, 64, 4)]), ("RGB3", 5, 4, 16, [(15, 16, 4)]), ("XR24", 5, 3, 32, [(20, 32, 3)]),
            // Chroma in one plane has rows as long as luma's, in two planes half as long.
            ("NV12", 6, 4, 8, [(6, 8, 4), (6, 8, 2)]), ("NV21", 6, 4, 8, [(6, 8, 4), (6, 8, 2)]),
            ("NV16", 6, 4, 8, [(6, 8, 4), (6, 8, 4)]), ("YU12", 6, 4, 16, [(6, 16, 4), (3, 8, 2), (3, 8, 2)]),
            ("422P", 6, 4, 16, [(6, 16, 4), (3, 8, 4), (3, 8, 4)]),
            ("YU12", 5, 3, 8, [(5, 8, 3), (3, 4, 2), (3, 4, 2)]),
            // Where the driver says nothing, and where it says no more than a row has.
            ("NV12", 6, 4, 0, [(6, 6, 4), (6, 6, 2)]), ("YUYV", 6, 4, 12, [(12, 12, 4)]),
            ("YUYV", 6, 4, 6, [(12, 12, 4)]),
        ] as [(String, Int, Int, Int, [(Int, Int, Int)])]
    )
    func `Rows are found, and laid side by side`(
        code: String,
        width: Int,
        height: Int,
        bytesPerLine: Int,
        planes: [(Int, Int, Int)]
    ) throws {
        let layout = try #require(try Self.layout(code, width, height, bytesPerLine: bytesPerLine))
        let (padded, packed) = Self.frame(planes.map { ($0.0, $0.1, $0.2) })
        #expect(layout.size == packed.count)
        #expect(layout.isPadded == (padded.count > packed.count))
        let last = try #require(planes.last)
        #expect(layout.needed == padded.count - (last.1 - last.0))
        var found: [UInt8] = []
        let least = Array(padded.prefix(layout.needed))
        unsafe layout.append(least.span.bytes, to: &found)
        #expect(found == packed)
    }

    @Test func `What does not fit into the driver's buffers is not believed`() throws {
        // Some drivers count all planes: 6 x 4 at 12 bits a pixel.
        let layout = try #require(try Self.layout("YU12", 6, 4, bytesPerLine: 9, capacity: 36))
        #expect(!layout.isPadded && layout.size == 36)
        // Room for the last row's padding is not needed.
        let padded = try #require(try Self.layout("GREY", 6, 4, bytesPerLine: 8, capacity: 30))
        #expect(padded.isPadded && padded.needed == 30)
    }

    @Test(arguments: ["MJPG", "H264", "HEVC", "NONE"]) func `Encoded frames have no rows`(code: String) throws {
        #expect(try Self.layout(code, 64, 48, bytesPerLine: 256) == nil)
    }

    @Test func `A driver's answer is read, in both of its forms`() {
        var format = unsafe v4l2_format()
        unsafe format.fmt.pix.bytesperline = 1728
        unsafe format.fmt.pix.sizeimage = 829_440
        let single = unsafe FrameFormat(format, .singlePlanar)
        #expect(single.bytesPerLine == 1728 && single.bytes == 829_440)
        unsafe format = v4l2_format()
        unsafe format.fmt.pix_mp.plane_fmt.0.bytesperline = 1984
        unsafe format.fmt.pix_mp.plane_fmt.0.sizeimage = 1000
        unsafe format.fmt.pix_mp.plane_fmt.1.bytesperline = 992
        unsafe format.fmt.pix_mp.plane_fmt.1.sizeimage = 500
        let several = unsafe FrameFormat(format, .multiPlanar)
        #expect(several.bytesPerLine == 1984 && several.bytes == 1500)
    }

    /// A camera whose driver pads rows to 64 bytes and frames to 4 KiB, and cuts frame 5 short where it is told to.
    private final class PaddedCamera: WrappedCamera {
        private let planes: [(bytes: Int, stride: Int, rows: Int)]
        private let cuts: Bool

        init(_ camera: SyntheticCamera, _ planes: [(bytes: Int, stride: Int, rows: Int)], cuts: Bool) {
            (self.planes, self.cuts) = (planes, cuts)
            super.init(camera)
        }

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            try camera.nextFrame(within: timeout) { bytes, facts in
                var packed: [UInt8] = []
                unsafe bytes.withUnsafeBytes { unsafe packed = Array($0) }
                var (padded, place): ([UInt8], Int) = ([], 0)
                for plane in planes {
                    for _ in 0..<plane.rows {
                        padded += packed[place..<place + plane.bytes]
                        padded += [UInt8](repeating: 0xEE, count: plane.stride - plane.bytes)
                        place += plane.bytes
                    }
                }
                if cuts, facts.sequence == 5 { padded.removeLast(planes[0].stride) }
                padded += [UInt8](repeating: 0xEE, count: (4096 - padded.count % 4096) % 4096 * (cuts ? 0 : 1))
                unsafe body(padded.span.bytes, facts)
            }
        }
    }

    /// 320 x 180: rows of 640 bytes, or of 320 and 160.
    @Test(
        arguments: [
            ("YUYV", FrameCoding.copy, 704, [(640, 704, 180)]), ("YUYV", .copy, 0, [(640, 640, 180)]),
            ("YUYV", .ffv1, 704, [(640, 704, 180)]),
            ("YU12", .ffv1, 384, [(320, 384, 180), (160, 192, 90), (160, 192, 90)]),
        ] as [(String, FrameCoding, Int, [(Int, Int, Int)])],
        [false, true]
    )
    func `A recording has the frames without their padding`(
        camera: (code: String, coding: FrameCoding, bytesPerLine: Int, planes: [(Int, Int, Int)]),
        cuts: Bool
    ) throws {
        let scratch = try ScratchDirectory()
        let layout = try #require(
            try Self.layout(
                camera.code,
                RecorderTests.size.width,
                RecorderTests.size.height,
                bytesPerLine: camera.bytesPerLine
            )
        )
        let padded = PaddedCamera(
            try RecorderTests.camera(camera.code),
            camera.planes.map { ($0.0, $0.1, $0.2) },
            cuts: cuts
        )
        let streams: [any CaptureStream] = [PackedStream(padded, layout), try RecorderTests.camera(camera.code)]
        let clips = try streams.enumerated().map { number, stream in
            var settings = RecordingSettings(path: scratch.file("\(number).mov"))
            settings.coding = camera.coding
            settings.limits.duration = RationalTime(1, 20)
            let recorder = Recorder(stream, requested: nil, settings: settings, isLive: false)
            try recorder.start()
            let summary = try recorder.finish()
            #expect(summary.failure == nil)
            // A frame that ends too soon is no frame.
            #expect(summary.lost.flagged == (cuts && number == 0 ? 1 : 0))
            return try ClipReader(settings.path).packets[0].map(\.payload.bytes)
        }
        #expect(clips[1].count == 12)
        #expect(clips[0] == clips[1].enumerated().filter { !cuts || $0.offset != 5 }.map(\.element))
    }
}
