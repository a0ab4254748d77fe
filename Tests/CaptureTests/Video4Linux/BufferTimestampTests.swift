import MediaTime
import TestSupport
import Testing

@testable import Capture
@testable import Video4Linux

/// A driver's stamps are by the clock that it names, and by none where it names none.
@Suite struct BufferTimestampTests {
    /// An hour after the machine was started, in 2026; microseconds both.
    private static let (monotonic, timeOfDay): (Int64, Int64) = (3_600_000_000, 1_790_000_000_000_000)

    @Test(
        arguments: [
            (3_599_990_000, .monotonic, 3_599_990_000, .monotonic),
            // What the driver says counts, however odd the stamp.
            (1, .monotonic, 1, .monotonic),
            (3_599_990_000, .unknown, 3_599_990_000, .monotonic),
            (1_789_999_999_990_000, .unknown, 3_599_990_000, .timeOfDay),
            (0, .unknown, 3_600_000_000, .arrival),
            (3_600_000_001, .unknown, 3_600_000_000, .arrival),
        ] as [(Int64, BufferTimestamp.Clock, Int64, BufferTimestamp.Source)]
    )
    func `The instant is by the monotonic clock`(
        stamp: Int64,
        clock: BufferTimestamp.Clock,
        instant: Int64,
        source: BufferTimestamp.Source
    ) {
        let timestamp = BufferTimestamp(
            stamp: stamp,
            clock: clock,
            monotonic: Self.monotonic,
            timeOfDay: Self.timeOfDay
        )
        #expect(timestamp.instant == RationalTime(instant, 1_000_000))
        #expect(timestamp.source == source)
    }

    /// The numbers are those of linux/videodev2.h.
    @Test(
        arguments: [(0x2000, .monotonic), (0x2041, .monotonic), (0, .unknown), (0x4000, .unknown)]
            as [(UInt32, BufferTimestamp.Clock)]
    )
    func `The clock is read from the buffer's flags`(flags: UInt32, clock: BufferTimestamp.Clock) {
        #expect(BufferTimestamp.Clock(flags: flags) == clock)
    }

    @Test(arguments: [(TimestampSource.driver, 0), (.timeOfDay, 1), (.arrival, 1)])
    func `A recording says once where its timestamps come from`(source: TimestampSource, notes: Int) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 10)
        let camera = StampingCamera(try RecorderTests.camera(), source)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        #expect(try recorder.finish().notes.count == notes)
    }
}

/// A camera that says where its timestamps come from.
private final class StampingCamera: CaptureStream {
    private let camera: SyntheticCamera
    private let source: TimestampSource

    init(_ camera: SyntheticCamera, _ source: TimestampSource) {
        self.camera = camera
        self.source = source
    }

    var device: CaptureDeviceInfo { camera.device }
    var mode: CaptureMode { camera.mode }
    func start() throws(CaptureError) { try camera.start() }
    func stop() throws(CaptureError) { try camera.stop() }

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        try camera.nextFrame(within: timeout) { bytes, frame in
            let stamped = CapturedFrame(
                sequence: frame.sequence,
                timestamp: frame.timestamp,
                timestampSource: source,
                isDamaged: frame.isDamaged
            )
            body(bytes, stamped)
        }
    }
}
