import MediaTime
import TestSupport
import Testing

@testable import Capture

/// What the camera's thread counts.
@Suite struct FrameReaderTests {
    @Test func `Frames that are missing right before the end are counted, those after it are not`() throws {
        let faults = Dictionary(uniqueKeysWithValues: (Int64(55)..<65).map { ($0, SyntheticFaults.Fault.drop) })
        let camera = try RecorderTests.camera("YU12", rate: 60, faults: SyntheticFaults(faults))
        let status = RecordingStatus()
        let queue = FrameQueue(byteLimit: 1 << 30)
        let end = try SyntheticCamera.unhurriedStart + RationalTime(1, 1)
        status.setDeadline(end)
        let reader = try FrameReader(
            stream: camera,
            queue: queue,
            status: status,
            requests: RecordingRequests(),
            isLive: true
        )
        try camera.start()
        reader.run()
        #expect(status.end == .duration)
        #expect(queue.backlog.frames == 55)
        let losses = status.takeLosses(before: end, dividedBy: camera.mode.frameDuration)
        #expect(losses.map(\.count) == [5])
        // By the driver's times, in microseconds.
        #expect(try abs(#require(reader.pace.rate) - 60) < 1e-3)
    }

    /// A driver whose stamps are now by its own clock, and now by none that is known.
    private final class UnsteadyCamera: WrappedCamera {
        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            try camera.nextFrame(within: timeout) { bytes, facts in
                let source: TimestampSource = facts.sequence % 2 == 0 ? .arrival : .otherClock
                let stamped = CapturedFrame(
                    sequence: facts.sequence,
                    timestamp: facts.timestamp,
                    timestampSource: source,
                    isDamaged: false
                )
                body(bytes, stamped)
            }
        }
    }

    /// A driver that fails in the midst, as one that has lost a transfer (EIO), and ends (EPIPE).
    private final class FailingCamera: WrappedCamera {
        private var left = 10

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            guard left > 0 else { throw CaptureError(.reading, "VIDIOC_DQBUF failed") }
            left -= 1
            return try camera.nextFrame(within: timeout, body)
        }
    }

    @Test func `Where the driver fails, what came before is whole, and the end says why`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let camera = FailingCamera(try RecorderTests.camera(rate: 60))
        let recorder = Recorder(camera, requested: nil, settings: RecordingSettings(path: path), isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .driverFailed)
        #expect(summary.failure?.code == .reading)
        #expect(try ClipReader(path).frames().count == 10)
    }

    @Test func `Where timestamps come from is said once for each source`() throws {
        let camera = UnsteadyCamera(try RecorderTests.camera(rate: 60, faults: SyntheticFaults([10: .unplug])))
        let status = RecordingStatus()
        let reader = try FrameReader(
            stream: camera,
            queue: FrameQueue(byteLimit: 1 << 30),
            status: status,
            requests: RecordingRequests(),
            isLive: true
        )
        try camera.start()
        reader.run()
        #expect(status.notes == [TimestampSource.arrival, .otherClock].compactMap(\.note))
    }
}
