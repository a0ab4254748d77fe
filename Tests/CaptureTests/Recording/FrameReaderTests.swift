import MediaTime
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
