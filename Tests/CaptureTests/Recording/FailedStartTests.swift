import MediaTime
import TestSupport
import Testing

@testable import Capture

/// A recording that cannot begin leaves nothing behind: no file, and no device that runs.
@Suite struct FailedStartTests {
    /// The microphone beside a camera that does not start.
    private final class SilentMicrophone: AudioStream {
        let name = "Silent microphone"
        let sampleRate = 48_000
        let channelCount = 1
        private(set) var isRunning = false

        func start() { isRunning = true }
        func stop() { isRunning = false }
        func nextBlock(within timeout: RationalTime, _ body: (borrowing Span<Float>, RationalTime) -> Void) -> Bool {
            false
        }
    }

    /// A camera that fails to start, as one does that another program streams from.
    private final class BusyCamera: CaptureStream {
        let device = CaptureDeviceInfo(id: "busy", name: "Busy camera", driver: "test", bus: "", node: nil)
        let mode: CaptureMode

        init(_ mode: CaptureMode) { self.mode = mode }

        func start() throws(CaptureError) { throw CaptureError(.busy, "another program streams") }
        func stop() {}
        func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool { false }
    }

    @Test(arguments: [false, true]) func `A camera that does not start stops the microphone, too`(overwrites: Bool)
        throws
    {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.logPath = scratch.file("log.jsonl")
        settings.overwrites = overwrites
        let before =
            overwrites ? [try scratch.write([1], to: "clip.mp4"), try scratch.write([2], to: "log.jsonl")] : []
        let microphone = SilentMicrophone()
        let camera = BusyCamera(try RecorderTests.camera().mode)
        let recorder = Recorder(camera, audio: microphone, requested: nil, settings: settings)
        let error = #expect(throws: CaptureError.self) { try recorder.start() }
        #expect(error?.code == .busy)
        #expect(!microphone.isRunning)
        #expect(recorder.state == .failed)
        #expect(try before.map { try ScratchDirectory.bytes(of: $0) } == (overwrites ? [[1], [2]] : []))
        #expect(try scratch.contents == (overwrites ? ["clip.mp4", "log.jsonl"] : []))
    }

    @Test func `An area for motion outside of the frame leaves no file`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        let area = FrameArea(left: 4000, top: 0, size: FrameSize(width: 10, height: 10))
        settings.start = .triggered(preRoll: .zero, trigger: .motion(area))
        let recorder = Recorder(try RecorderTests.camera(), requested: nil, settings: settings, isLive: false)
        #expect(throws: CaptureError.self) { try recorder.start() }
        #expect(try scratch.contents.isEmpty)
    }

    @Test(arguments: [
        RecordingStart.triggered(preRoll: .zero, trigger: .audio(decibels: -20)),
        .triggered(preRoll: .zero, trigger: .audio(decibels: 20)), .triggered(preRoll: .zero, segments: true),
        .triggered(preRoll: RationalTime(-2, 1)), .continuous,
    ])
    func `Settings that contradict each other are an error of their own`(start: RecordingStart) async throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.start = start
        if start == .continuous { settings.disposable = 0 }
        let recorder = Recorder(try RecorderTests.camera(), requested: nil, settings: settings, isLive: false)
        let (events, frames) = (recorder.events(), recorder.frames())
        let error = #expect(throws: CaptureError.self) { try recorder.start() }
        #expect(error?.code == .settings)
        // Who waits for what happens, or for frames, learns that nothing comes.
        for await _ in events {}
        for await _ in frames { Issue.record("a frame") }
        #expect(try scratch.contents.isEmpty)
    }
}
