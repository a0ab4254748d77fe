import Testing

@testable import Capture

/// Why a recording ends.
@Suite struct RecordingStatusTests {
    @Test(arguments: [nil, RecordingEnd.duration, .key, .unplugged, .space])
    func `What could not be written counts more than why it was to end`(end: RecordingEnd?) {
        let status = RecordingStatus()
        if let end {
            status.requestEnd(end, failure: end == .unplugged ? CaptureError(.unplugged, "it has gone") : nil)
        }
        status.fail(CaptureError(.writing, "there is no room", isOutOfSpace: true))
        #expect(status.end == .space)
        #expect(status.failure?.code == .writing)
        // What else goes wrong then is a consequence.
        status.fail(CaptureError(.codec, "there is no packet"))
        status.requestEnd(.key)
        #expect(status.end == .space)
        #expect(status.failure?.code == .writing)
    }

    @Test func `Else the first reason counts`() {
        let status = RecordingStatus()
        status.requestEnd(.duration)
        status.requestEnd(.unplugged, failure: CaptureError(.unplugged, "it has gone"))
        #expect(status.end == .duration)
        #expect(status.failure == nil)
        status.fail(CaptureError(.codec, "there is no encoder"))
        #expect(status.end == .error)
    }

    @Test func `Frames that have no room count more than why no more were to come, and less than a failure`() {
        let status = RecordingStatus()
        status.requestEnd(.duration)
        status.cutOff(.size)
        #expect(status.end == .size)
        let gone = RecordingStatus()
        gone.requestEnd(.unplugged, failure: CaptureError(.unplugged, "it has gone"))
        gone.cutOff(.size)
        #expect(gone.end == .size)
        #expect(gone.failure == nil)
        status.fail(CaptureError(.writing, "there is no room", isOutOfSpace: true))
        status.cutOff(.size)
        #expect(status.end == .space)
    }
}
