import MediaTime
import Testing

@testable import Capture
@testable import overcrank

/// The exit code of finished recordings.
@Suite struct RecordingOutcomeTests {
    @Test(arguments: [1, 2]) func `A recording that was ended before there was a frame says so`(count: Int) throws {
        let cameras = Array(repeating: CameraOutcome(), count: count)
        let failure = #expect(throws: Failure.self) {
            try RecordingOutcome(cameras, isStrict: false, isInterrupted: false).check()
        }
        #expect(failure?.status == .interrupted)
        #expect(failure?.message == "nothing was recorded: no frame came that can be stored")
        // Where a trigger was waited for there may be none.
        try RecordingOutcome(cameras, isStrict: false, isInterrupted: false, isTriggered: true).check()
    }

    @Test(arguments: [
        (RecordingEnd.duration, Loss.Kind?.none, overcrank.ExitStatus.inputOutput, "no frame came that can be stored"),
        (.duration, .undecodable, .inputOutput, "frames came, and decoding can begin with none of them"),
        (.duration, .flagged, .inputOutput, "all frames that came were damaged"),
        (.key, .flagged, .interrupted, "all frames that came were damaged"),
    ]) func `A recording without a frame says why, and who ended it`(
        end: RecordingEnd,
        loss: Loss.Kind?,
        status: overcrank.ExitStatus,
        reason: String
    ) throws {
        var summary = RecordingSummary(
            device: CaptureDeviceInfo(id: "camera", name: "Camera", driver: "", bus: "", node: nil),
            requested: nil,
            granted: CaptureMode(
                format: try #require(FourCharacterCode("MJPG")),
                size: FrameSize(width: 320, height: 180),
                frameDuration: RationalTime(1, 60)
            ),
            end: end
        )
        if let loss { summary.lost.add(Loss(kind: loss, count: 5, timestamp: .zero, sequence: 0)) }
        let failure = #expect(throws: Failure.self) {
            try RecordingOutcome([CameraOutcome(summaries: [summary])], isStrict: false, isInterrupted: false).check()
        }
        #expect(failure?.status == status)
        #expect(failure?.message == "nothing was recorded: \(reason)")
    }
}
