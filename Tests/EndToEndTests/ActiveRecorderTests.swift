import Capture
import MediaTime
import TestSupport
import Testing

@testable import overcrank

/// Signals and keys that come before there is a recorder.
@Suite(.endsIfItHangs) struct ActiveRecorderTests {
    private func recorder(to path: String) throws -> Recorder {
        var settings = RecordingSettings(path: path)
        settings.start = .triggered(preRoll: .zero)
        settings.limits.duration = RationalTime(1, 5)
        var request = CameraRequest(device: CameraRequest.synthetic)
        request.preferences.size = FrameSize(width: 320, height: 180)
        request.preferences.frameRate = FrameRate(30)
        return try Recorder(request, microphone: .none, settings: settings)
    }

    @Test func `A trigger waits for the recorder`() throws {
        let scratch = try ScratchDirectory()
        let active = ActiveRecorder()
        active.trigger()
        let recorder = try recorder(to: scratch.file("clip.mp4"))
        try recorder.start()
        active.take(recorder)
        let summary = try recorder.finish()
        #expect(summary.end == .duration)
        #expect(summary.files.count == 1)
    }

    @Test func `While the camera is away, a stop ends the wait, and a trigger waits`() throws {
        let scratch = try ScratchDirectory()
        let active = ActiveRecorder()
        let first = try recorder(to: scratch.file("a.mp4"))
        try first.start()
        active.take(first)
        active.trigger()
        _ = try first.finish()
        active.wait()
        #expect(active.recorder == nil)
        active.trigger()
        let second = try recorder(to: scratch.file("b.mp4"))
        try second.start()
        active.take(second)
        #expect(!active.isAway)
        #expect(try second.finish().files.count == 1)
        active.wait()
        #expect(!active.isEnding)
        active.stop()
        #expect(active.isEnding)
        #expect(!active.isInterrupted)
    }

    @Test func `A trigger of a recorder that has had no frame waits for the next one`() throws {
        let scratch = try ScratchDirectory()
        let active = ActiveRecorder()
        let first = try recorder(to: scratch.file("a.mp4"))
        try first.start()
        active.take(first)
        first.stop()
        #expect(try first.finish().files.isEmpty)
        active.trigger()
        active.wait(keepsTriggers: true)
        let second = try recorder(to: scratch.file("b.mp4"))
        try second.start()
        active.take(second)
        #expect(try second.finish().files.count == 1)
    }

    @Test func `A limit of all ends one that is away, and what it records next`() throws {
        let scratch = try ScratchDirectory()
        let active = ActiveRecorder()
        active.wait()
        active.end(for: .size)
        #expect(active.isEnding)
        #expect(!active.isInterrupted)
        let recorder = try recorder(to: scratch.file("clip.mp4"))
        try recorder.start()
        active.take(recorder)
        #expect(try recorder.finish().end == .size)
    }

    @Test func `A stop by a key is no interruption`() throws {
        let scratch = try ScratchDirectory()
        let active = ActiveRecorder()
        let recorder = try recorder(to: scratch.file("clip.mp4"))
        try recorder.start()
        active.take(recorder)
        active.stop()
        #expect(try recorder.finish().end == .key)
        #expect(!active.isEnding)
    }

    @Test func `An end, too`() throws {
        let scratch = try ScratchDirectory()
        let active = ActiveRecorder()
        active.end()
        let recorder = try recorder(to: scratch.file("clip.mp4"))
        try recorder.start()
        active.take(recorder)
        #expect(try recorder.finish().end == .signal)
        #expect(try scratch.contents.isEmpty)
    }
}
