import Capture
import Testing

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
}
