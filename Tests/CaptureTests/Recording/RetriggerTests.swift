import MediaTime
import TestSupport
import Testing

@testable import Capture

/// A trigger that comes while a file is written.
@Suite struct RetriggerTests {
    /// Triggers at 3 and 3.5 s by the camera's clock, which begins at 1 s; files are of 2 s, half of them before a trigger.
    private static func record(_ retrigger: Retrigger, segments: Bool, to path: String) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.start = .triggered(preRoll: RationalTime(1, 1), segments: segments)
        settings.limits.duration = RationalTime(2, 1)
        settings.retrigger = retrigger
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([7 * 60: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        for trigger in [RationalTime(3, 1), RationalTime(7, 2)] { try recorder.trigger(at: trigger) }
        return try recorder.finish()
    }

    private func numbers(_ summary: RecordingSummary) throws -> [[Int64?]] {
        try summary.files.map { try ClipReader($0.path).frames().map(\.number) }
    }

    private func chapters(_ summary: RecordingSummary) throws -> [Int] {
        try summary.files.map { try ClipReader($0.path).chapters.count }
    }

    @Test func `Queued, it begins the next file where this one ends`() throws {
        let scratch = try ScratchDirectory()
        let summary = try Self.record(.queue, segments: true, to: scratch.file("jump.mp4"))
        #expect(try numbers(summary) == [Array(60..<180), Array(180..<300)])
        // The instants of the first frames by the camera's clock, which begins at 1 s.
        let starts = try summary.files.map { try ClipReader($0.path).text("overcrank.start.monotonic") }
        #expect(starts == ["2000000/1000000", "4000000/1000000"])
        // Both are in the first file.
        #expect(try chapters(summary) == [2, 0])
        #expect(summary.notes == ["a trigger came while a file was written: the next file begins where it ends"])
    }

    /// Files of two seconds that begin and end between two key frames.
    @Test(arguments: [("MJPG", FrameCoding.copy), ("H264", .copy), ("YU12", .h264)], [false, true])
    func `No frame is between two files`(camera: (format: String, coding: FrameCoding), hasAudio: Bool) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.coding = camera.coding
        settings.start = .triggered(preRoll: RationalTime(1, 1), segments: true)
        settings.limits.duration = RationalTime(2, 1)
        let faults = SyntheticFaults([6 * 60: .unplug])
        let recorder = Recorder(
            try RecorderTests.camera(camera.format, rate: 60, faults: faults),
            audio: hasAudio ? SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried) : nil,
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        for trigger in [RationalTime(13, 4), RationalTime(15, 4)] { try recorder.trigger(at: trigger) }
        let summary = try recorder.finish()
        #expect(try numbers(summary) == [Array(75..<195), Array(195..<315)])
        #expect(summary.files.map(\.frames) == [120, 120])
        #expect(summary.lost.total == 0)
        for file in summary.files where hasAudio {
            #expect(abs(Double(file.samples) - file.duration.seconds * 48_000) < 2)
        }
    }

    /// There is memory for 30 frames, and the next file may need 17 of this one. Frames wait for the audio that belongs to them.
    @Test func `A file has the audio of its last frames also where memory is short`() throws {
        let scratch = try ScratchDirectory()
        func record(_ name: String, memory: Int?) throws -> [RecordedFile] {
            var settings = RecordingSettings(path: scratch.file(name))
            settings.start = .triggered(preRoll: RationalTime(1, 10), segments: true)
            settings.limits.duration = RationalTime(1, 1)
            settings.preRollSize = memory ?? settings.preRollSize
            let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([4 * 60: .unplug]))
            let pace = DevicePace(lead: 0.1)
            let recorder = Recorder(
                PacedCamera(camera, pace, count: 4 * 60, audioUntil: 4),
                audio: PacedMicrophone(SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried), pace),
                requested: nil,
                settings: settings
            )
            try recorder.start()
            for trigger in [RationalTime(2, 1), RationalTime(5, 2)] { try recorder.trigger(at: trigger) }
            return try recorder.finish().files
        }
        let file = try #require(try record("jump.mp4", memory: nil).first)
        let files = try record("short.mp4", memory: 30 * Int(file.bytes) / Int(file.frames))
        #expect(files.map(\.frames) == [60, 60])
        for file in files { #expect(abs(Double(file.samples) - file.duration.seconds * 48_000) < 2) }
    }

    @Test func `One that comes right after a file, behind one that was queued, is not lost`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1), segments: true)
        settings.limits.duration = RationalTime(2, 1)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([8 * 60: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        // The first file ends with frame 179; the last trigger is between frames 180 and 181.
        for trigger in [RationalTime(3, 1), RationalTime(7, 2), RationalTime(4025, 1000)] {
            try recorder.trigger(at: trigger)
        }
        let summary = try recorder.finish()
        #expect(try numbers(summary) == [Array(60..<180), Array(180..<300), Array(300..<420)])
        #expect(try chapters(summary) == [2, 1, 0])
    }

    @Test(arguments: [Retrigger.queue, .ignore]) func `Two at one instant are two`(retrigger: Retrigger) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1), segments: true)
        settings.limits.duration = RationalTime(2, 1)
        settings.retrigger = retrigger
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([7 * 60: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        for _ in 0..<2 { try recorder.trigger(at: RationalTime(3, 1)) }
        let summary = try recorder.finish()
        #expect(summary.files.count == (retrigger == .queue ? 2 : 1))
        #expect(summary.notes.count == 1)
    }

    @Test(arguments: [false, true]) func `The file goes on for it`(segments: Bool) throws {
        let scratch = try ScratchDirectory()
        let summary = try Self.record(.extend, segments: segments, to: scratch.file("jump.mp4"))
        #expect(try numbers(summary) == [Array(60..<210)])
        #expect(try chapters(summary) == [2])
        #expect(summary.notes.isEmpty)
    }

    @Test func `Ignored, it leaves a note`() throws {
        let scratch = try ScratchDirectory()
        let summary = try Self.record(.ignore, segments: true, to: scratch.file("jump.mp4"))
        #expect(try numbers(summary) == [Array(60..<180)])
        #expect(try chapters(summary) == [1])
        #expect(summary.notes == ["a trigger was ignored: a file was being written"])
    }

    @Test func `In the only file it is a chapter`() throws {
        let scratch = try ScratchDirectory()
        let summary = try Self.record(.queue, segments: false, to: scratch.file("jump.mp4"))
        #expect(try numbers(summary) == [Array(60..<180)])
        #expect(try chapters(summary) == [2])
    }

    /// A second of frames before the trigger is more than the file may have.
    @Test(arguments: [UInt64(600_000), 50_000_000]) func `A file that is full before its trigger says so`(limit: UInt64)
        throws
    {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1))
        settings.limits.duration = RationalTime(3, 2)
        settings.limits.size = limit
        let camera = try RecorderTests.camera("MJPG", rate: 60)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        try recorder.trigger(at: RationalTime(3, 1))
        let summary = try recorder.finish()
        let file = try #require(summary.files.first)
        // The file begins at 2 s by the camera's clock.
        let missing = RationalTime(1, 1).seconds - file.duration.seconds
        #expect((missing > 0) == (limit < 1_000_000))
        let notes = summary.notes.filter { $0.hasPrefix("\(file.path) ends ") }
        #expect(notes.count == (missing > 0 ? 1 : 0), "\(summary.notes)")
        if missing > 0 {
            let said = notes.first?.split(separator: " ").dropFirst(2).first.flatMap { Double($0) }
            #expect(try abs(#require(said) - missing) <= 0.01)
        }
    }

    /// Frame 20 is lost while nothing is written, and frame 100 within the file, which begins with frame 60.
    @Test func `What is lost within a file is told from what is lost in watching`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1))
        settings.limits.duration = RationalTime(2, 1)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([20: .drop, 100: .drop]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        try recorder.trigger(at: RationalTime(3, 1))
        let summary = try recorder.finish()
        #expect(summary.files.map(\.frames) == [119])
        #expect(summary.lost.total == 2)
        #expect(summary.lostWithinFiles == 1)
        #expect(summary.lostFromRecording == 1)
    }

    @Test func `A trigger that comes too early says how much there is before it`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1))
        settings.limits.duration = RationalTime(3, 2)
        let camera = try RecorderTests.camera("MJPG", rate: 60)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        try recorder.trigger(at: RationalTime(5, 4))
        let notes = try recorder.finish().notes
        #expect(notes == ["0.25 s are before the trigger, not 1: nothing earlier had been filmed"])
    }

    /// A file of two seconds ends a quarter of a second before it.
    @Test func `A trigger that comes right behind a file says where the rest is`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1), segments: true)
        settings.limits.duration = RationalTime(2, 1)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([7 * 60: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        for trigger in [RationalTime(3, 1), RationalTime(17, 4)] { try recorder.trigger(at: trigger) }
        let summary = try recorder.finish()
        #expect(summary.files.count == 2)
        #expect(summary.notes == ["0.25 s are before the trigger, not 1: what is earlier is in the file before"])
    }
}
