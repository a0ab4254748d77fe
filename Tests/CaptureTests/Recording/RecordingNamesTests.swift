import Files
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// Names that files have already.
@Suite struct RecordingNamesTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func recorder(
        _ path: String,
        frames: Int64 = 30,
        change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> Recorder {
        var settings = RecordingSettings(path: path)
        change(&settings)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([frames: .unplug]))
        return Recorder(camera, requested: nil, settings: settings, isLive: false)
    }

    private static func wait(_ settings: inout RecordingSettings) { settings.start = .triggered(preRoll: .zero) }

    private static func waitForMany(_ settings: inout RecordingSettings) {
        settings.start = .triggered(preRoll: .zero, segments: true)
        settings.limits.duration = RationalTime(1, 4)
    }

    @Test func `Before a trigger is waited for, its file can be created`() throws {
        let path = try scratch.write([1], to: "clip.mp4")
        let taken = #expect(throws: CaptureError.self) { try recorder(path, change: Self.wait).start() }
        #expect(taken?.code == .outputExists)
        let nowhere = #expect(throws: CaptureError.self) {
            try recorder(scratch.file("no/clip.mp4"), change: Self.wait).start()
        }
        #expect(nowhere?.code == .outputNotCreated)
        let numbered = try scratch.write([1], to: "jump-001.mp4")
        for path in [scratch.file("jump.mp4"), "/proc/none/jump.mp4"] {
            #expect(throws: CaptureError.self) { try recorder(path, change: Self.waitForMany).start() }
        }
        var series = RecordingSettings(pattern: try NamePattern(parsing: "/proc/none/%Y/%H%M%S.mp4"))
        Self.wait(&series)
        #expect(throws: CaptureError.self) {
            try Recorder(RecorderTests.camera(), requested: nil, settings: series, isLive: false).start()
        }
        for path in [path, numbered] { #expect(try ScratchDirectory.bytes(of: path) == [1]) }
        #expect(try scratch.contents == ["clip.mp4", "jump-001.mp4"])
    }

    @Test func `What can be replaced is there until the trigger comes`() throws {
        let path = try scratch.write([1], to: "clip.mp4")
        let recorder = try recorder(path) {
            Self.wait(&$0)
            $0.overwrites = true
        }
        try recorder.start()
        #expect(try recorder.finish().files.isEmpty)
        #expect(try ScratchDirectory.bytes(of: path) == [1])
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test(arguments: [1, 3]) func `No file of a recording in files is there before it`(number: Int) throws {
        _ = try scratch.write([1], to: "day-00\(number).mp4")
        // These are none of its names.
        for name in ["day-04.mp4", "day-002.mov", "day-.mp4", "day.mp4"] { _ = try scratch.write([1], to: name) }
        // What a program left that was killed at once is no obstacle.
        _ = try scratch.write([], to: "day-002.mp4")
        let before = try scratch.contents
        let error = #expect(throws: CaptureError.self) {
            try recorder(scratch.file("day.mp4")) { $0.split = RationalTime(1, 4) }.start()
        }
        #expect(error?.message == "\(scratch.file("day-00\(number).mp4")) exists already")
        #expect(try scratch.contents == before)
    }

    @Test func `Names that are taken meanwhile are passed over`() throws {
        var settings = RecordingSettings(path: scratch.file("day.mp4"))
        settings.split = RationalTime(1, 4)
        var names = RecordingNames(settings)
        try names.check()
        let first = try names.create().path
        names.begin()
        _ = try scratch.write([1], to: "day-002.mp4")
        #expect(try [first, names.create().path] == ["day-001.mp4", "day-003.mp4"].map(scratch.file))
        settings.overwrites = true
        // A folder cannot be replaced.
        var others = RecordingNames(settings)
        others.begin()
        _ = try scratch.write([1], to: "day-001.mp4")
        #expect(try others.create().path == scratch.file("day-001.mp4"))
        #expect(throws: OutputFileError.self) {
            settings.path = scratch.file("no/day.mp4")
            var nowhere = RecordingNames(settings)
            nowhere.begin()
            _ = try nowhere.create().path
        }
    }

    @Test func `A trigger's file whose name was taken meanwhile gets a number, and a note says so`() throws {
        let path = scratch.file("clip.mp4")
        let recorder = try recorder(path, frames: 600) {
            Self.wait(&$0)
            $0.limits.duration = RationalTime(1, 4)
        }
        try recorder.start()
        _ = try scratch.write([1], to: "clip.mp4")
        try recorder.trigger(at: RationalTime(3, 1))
        let summary = try recorder.finish()
        #expect(summary.end == .duration)
        #expect(summary.files.map(\.path) == [scratch.file("clip-2.mp4")])
        #expect(summary.notes.contains("\(path) is taken: the recording goes on in \(scratch.file("clip-2.mp4"))"))
        #expect(try ScratchDirectory.bytes(of: path) == [1])
    }

    @Test func `A recording that goes on is not kept from it by names`() throws {
        for name in ["clip.mp4", "day-001.mp4", "log.jsonl"] { _ = try scratch.write([1], to: name) }
        let one = try recorder(scratch.file("clip.mp4")) {
            $0.continues = true
            $0.logPath = scratch.file("log.jsonl")
        }
        try one.start()
        let summary = try one.finish()
        #expect(summary.files.map(\.path) == [scratch.file("clip-2.mp4")])
        #expect(summary.logPath == scratch.file("log-2.jsonl"))
        let many = try recorder(scratch.file("day.mp4")) {
            $0.continues = true
            $0.split = RationalTime(1, 4)
        }
        try many.start()
        #expect(try many.finish().files.map(\.path) == ["day-002.mp4", "day-003.mp4"].map(scratch.file))
    }

    @Test(arguments: [false, true]) func `One that goes on and gets no frame leaves nothing behind`(continues: Bool)
        throws
    {
        let recorder = try recorder(scratch.file("clip.mp4"), frames: 0) {
            $0.continues = continues
            $0.logPath = scratch.file("log.jsonl")
        }
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .unplugged)
        #expect(summary.logPath == (continues ? nil : scratch.file("log.jsonl")))
        #expect(try scratch.contents == (continues ? [] : ["log.jsonl"]))
    }

    @Test func `A still whose name is taken gets a number`() throws {
        _ = try scratch.write([1], to: "still-1.jpg")
        let stills = StillNames(prefix: scratch.file("still"))
        try stills.check()
        #expect(stills.isTaken(1) && !stills.isTaken(2))
        #expect(throws: CaptureError.self) { try StillNames(prefix: "/proc/none/still").check() }
        let recorder = try recorder(scratch.file("clip.mp4"))
        recorder.takeSnapshot(to: stills.path(1))
        try recorder.start()
        #expect(try recorder.finish().notes.contains("snapshot \(scratch.file("still-1-2.jpg"))"))
        #expect(try scratch.contents == ["clip.mp4", "still-1-2.jpg", "still-1.jpg"])
        #expect(try ScratchDirectory.bytes(of: stills.path(1)) == [1])
    }
}
