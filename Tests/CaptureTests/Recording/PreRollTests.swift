@testable import Capture
import MediaTime
import TestSupport
import Testing

/// What happened before the trigger is in the file.
@Suite struct PreRollTests {
    /// Begins a file when the camera has got to an instant; the camera starts at one second by its clock.
    private static func record(
        _ camera: SyntheticCamera,
        trigger: RationalTime,
        to path: String,
        change: (inout RecordingSettings) -> Void
    ) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.preRoll = RationalTime(1, 1)
        settings.limits.duration = RationalTime(2, 1)
        change(&settings)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        recorder.trigger(at: trigger)
        return try recorder.finish()
    }

    @Test(arguments: [PictureCoding.copy, .h264], [RationalTime(3, 1), RationalTime(347, 100), RationalTime(3, 2)])
    func `The trigger's instant is in the file, so long after its start`(
        coding: PictureCoding,
        trigger: RationalTime
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let camera = try RecorderTests.camera(coding == .copy ? "MJPG" : "YU12", rate: 60)
        let summary = try Self.record(camera, trigger: trigger, to: path) { $0.coding = coding }
        #expect(summary.end == .duration)
        let pictures = try ClipReader(path).pictures()
        // Number and instant of the picture that is being taken when the pre-roll begins; the first one where there is
        // less than that.
        let rate = try #require(FrameRate(60))
        let since = try trigger - SyntheticCamera.unhurriedStart
        let begin = try max(.zero, since - RationalTime(1, 1))
        let first = try rate.frame(at: begin, rounding: .up)
        #expect(pictures.first?.number == first)
        #expect(pictures.map(\.number) == pictures.indices.map { first + Int64($0) })
        let shown = try #require(pictures.last { $0.number == (try? rate.frame(at: since, rounding: .down)) })
        let expected = try since - begin
        #expect(abs(shown.time.seconds - expected.seconds) <= 1 / 60)
        #expect(summary.files[0].frames >= 119)
    }

    @Test func `Each trigger makes a file`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.preRoll = .zero
        settings.limits.duration = RationalTime(1, 2)
        settings.makesSegments = true
        // The wheel turns all the time: a file ends, and the next one begins.
        settings.trigger = .motion(Self.wheel)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([200: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let files = try recorder.finish().files
        #expect(files.count > 2)
        #expect(files.map(\.path) == files.indices.map { scratch.file("jump-00\($0 + 1).mp4") })
        var last: Int64 = -1
        for file in files {
            let numbers = try ClipReader(file.path).pictures().compactMap(\.number)
            #expect(Int64(numbers.count) == file.frames)
            #expect(try #require(numbers.first) > last)
            #expect(numbers == numbers.indices.map { numbers[0] + Int64($0) })
            last = numbers.last ?? last
        }
        // To the microsecond of the timestamps at both ends.
        for file in files.dropLast() { #expect(abs(file.duration.seconds - 0.5) < 2e-6) }
    }

    private static let wheel = PictureArea(left: 160, top: 40, size: PictureSize(width: 160, height: 120))

    @Test func `Movement triggers`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.preRoll = .zero
        settings.limits.duration = RationalTime(1, 2)
        settings.trigger = .motion(Self.wheel)
        let camera = try RecorderTests.camera("YU12", rate: 60, faults: SyntheticFaults([300: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        #expect(try recorder.finish().files.map(\.duration) == [RationalTime(1, 2)])
    }

    @Test func `Without a trigger nothing is recorded`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.preRoll = RationalTime(1, 1)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([100: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.files.isEmpty)
        #expect(try scratch.contents.isEmpty)
    }
}
