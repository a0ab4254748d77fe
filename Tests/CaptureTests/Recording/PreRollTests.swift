@testable import Capture
import FFmpeg
import MediaFormats
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
        settings.start = .triggered(preRoll: RationalTime(1, 1))
        settings.limits.duration = RationalTime(2, 1)
        change(&settings)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        try recorder.trigger(at: trigger)
        return try recorder.finish()
    }

    @Test(arguments: [FrameCoding.copy, .h264], [RationalTime(3, 1), RationalTime(347, 100), RationalTime(3, 2)])
    func `The trigger's instant is in the file, so long after its start`(
        coding: FrameCoding,
        trigger: RationalTime
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let camera = try RecorderTests.camera(coding == .copy ? "MJPG" : "YU12", rate: 60)
        let summary = try Self.record(camera, trigger: trigger, to: path) { $0.coding = coding }
        #expect(summary.end == .duration)
        let frames = try ClipReader(path).frames()
        // Number and instant of the frame that is being taken when the pre-roll begins; the first one where there is
        // less than that.
        let rate = FrameRate(60)
        let since = try trigger - SyntheticCamera.unhurriedStart
        let begin = try max(.zero, since - RationalTime(1, 1))
        let first = try rate.frame(at: begin, rounding: .up)
        #expect(frames.first?.number == first)
        #expect(frames.map(\.number) == frames.indices.map { first + Int64($0) })
        let shown = try #require(frames.last { $0.number == (try? rate.frame(at: since, rounding: .down)) })
        let expected = try since - begin
        #expect(abs(shown.time.seconds - expected.seconds) <= 1 / 60)
        #expect(summary.files[0].frames >= 119)
    }

    @Test func `Why there is less before a trigger is said as it is`() throws {
        let scratch = try ScratchDirectory()
        func notes(_ name: String, at trigger: RationalTime, memory: Int? = nil) throws -> (RecordedFile, [String]) {
            let camera = try RecorderTests.camera("MJPG", rate: 60)
            let summary = try Self.record(camera, trigger: trigger, to: scratch.file(name)) {
                $0.preRollSize = memory ?? $0.preRollSize
            }
            return (try #require(summary.files.first), summary.notes)
        }
        let (file, none) = try notes("whole.mp4", at: RationalTime(3, 1))
        #expect(none.isEmpty)
        let early = try notes("early.mp4", at: RationalTime(3, 2)).1
        #expect(early == ["0.5 s are before the trigger, not 1: nothing earlier had been filmed"])
        let memory = 20 * Int(file.bytes) / Int(file.frames)
        let short = try notes("short.mp4", at: RationalTime(3, 1), memory: memory).1
        #expect(short.count == 1)
        #expect(short.first?.hasSuffix(", not 1: what is earlier was no longer in memory") == true, "\(short)")
    }

    /// The camera goes two seconds after it began, at 3 s by its clock.
    @Test(arguments: [("MJPG", FrameCoding.copy), ("YU12", .h264)])
    func `A trigger that no frame comes after has a file of what came before it`(format: String, coding: FrameCoding)
        throws
    {
        let scratch = try ScratchDirectory()
        func record(_ name: String, at trigger: RationalTime) throws -> RecordingSummary {
            let camera = try RecorderTests.camera(format, rate: 60, faults: SyntheticFaults([120: .unplug]))
            return try Self.record(camera, trigger: trigger, to: scratch.file(name)) { $0.coding = coding }
        }
        let summary = try record("last.mp4", at: RationalTime(16, 5))
        #expect(summary.files.map(\.path) == [scratch.file("last.mp4")])
        #expect(try ClipReader(scratch.file("last.mp4")).frames().map(\.number) == Array(72..<120))
        let late = try record("late.mp4", at: RationalTime(9, 1))
        #expect(late.files.isEmpty)
        #expect(late.notes == ["a trigger made no file: the recording ended, and there was no frame to show"])
        #expect(try scratch.contents == ["last.mp4"])
    }

    @Test(arguments: [("MJPG", FrameCoding.copy), ("YU12", .h264), ("H264", .copy)])
    func `A loud sound triggers, and stands where the pre-roll ends: to the frame, in each file`(
        format: String,
        coding: FrameCoding
    ) throws {
        let scratch = try ScratchDirectory()
        let rate = FrameRate(60)
        var settings = RecordingSettings(path: scratch.file("serve.mp4"))
        settings.coding = coding
        settings.start = .triggered(preRoll: RationalTime(5, 1), trigger: .audio(decibels: -10), segments: true)
        settings.limits.duration = RationalTime(6, 1)
        // Of the scene's clicks, which come twice a second, two are heard.
        let clicks: [Int64] = [7, 16]
        let microphone = DeafMicrophone(SyntheticMicrophone(frameRate: rate, pace: .unhurried), hearing: clicks)
        let camera = try RecorderTests.camera(format, rate: 60, faults: SyntheticFaults([18 * 60: .unplug]))
        let recorder = Recorder(camera, audio: microphone, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        let files = summary.files
        try #require(files.count == 2)
        // What was heard before and between is in no file.
        #expect(summary.audio?.samples == files.reduce(0) { $0 + $1.samples })
        // The audio of the last frames comes after them, and is in the file all the same.
        for file in files { #expect(abs(Double(file.samples) - file.duration.seconds * 48_000) < 2) }
        for (click, file) in zip(clicks, files) {
            let clip = try ClipReader(file.path)
            let frames = try clip.frames()
            // The frame that is taken at the trigger's instant is shown after five seconds.
            #expect(frames.first?.time == .zero)
            #expect(frames.first?.number == (click - 5) * 60)
            #expect(frames.first { $0.number == click * 60 }?.time == RationalTime(5, 1))
            let audio = try clip.audio(ofStream: 1)
            let found = ClickFinder.clicks(in: audio.channels[0], sampleRate: audio.sampleRate)
            try #require(found.count == 1)
            #expect(abs(audio.start.seconds + found[0] - 5) < rate.frameDuration.seconds / 2)
            let chapter = try #require(clip.chapters.first)
            #expect(chapter.metadata.map(\.value) == ["Trigger"])
            #expect(try chapter.timeBase.time(chapter.start) == RationalTime(5, 1))
        }
    }

    @Test(arguments: [false, true]) func `A file that would show nothing after its trigger is refused`(segments: Bool)
        throws
    {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: CaptureError.self) {
            try Self.record(RecorderTests.camera(), trigger: RationalTime(3, 1), to: scratch.file("clip.mp4")) {
                $0.start = .triggered(preRoll: RationalTime(2, 1), segments: segments)
            }
        }
        #expect(error?.code == .settings)
        #expect(try scratch.contents.isEmpty)
    }

    @Test(arguments: [nil, RationalTime(6, 5)])
    func `A trigger that is noticed late is not too late, and its file no longer than it may be`(
        limit: RationalTime?
    ) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        var settings = RecordingSettings(path: path)
        settings.start = .triggered(preRoll: RationalTime(1, 1))
        settings.limits.duration = limit
        let status = RecordingStatus()
        let camera = try RecorderTests.camera("MJPG", rate: 60)
        let coder = try FrameCopier(mode: camera.mode, container: .mp4)
        let files = try RecordingFiles(
            tracks: { [coder.track] },
            interval: 16_667,
            lead: 0,
            settings: settings,
            metadata: RecordingMetadata(
                device: camera.device,
                mode: camera.mode,
                requested: nil,
                controls: [],
                tags: []
            ),
            member: nil,
            status: status,
            requests: RecordingRequests()
        )
        let output = try RecordingOutput(files, settings: settings, status: status)
        let pool = try PacketPool(largestPayload: 1 << 20)
        try camera.start()
        for number in Int64(0)..<240 {
            _ = try camera.nextFrame(within: .zero) { bytes, facts in
                guard let packet = try? pool.packet(copying: bytes) else { return }
                let depth = Backlog(frames: 0, bytes: 0)
                try? coder.take(QueuedFrame(packet: packet, facts: facts), at: number * 16_667, backlog: depth) {
                    try output.add($0, track: 0)
                }
            }
        }
        // Half a second ago something happened, and a second before that is to be seen.
        try output.begin(showing: 150 * 16_667)
        try output.finishFile()
        #expect(try ClipReader(path).frames().map(\.number) == Array(150..<(limit == nil ? 240 : 222)))
        // There is one file: its end is that of the recording.
        #expect(status.end == (limit == nil ? nil : .duration))
    }

    @Test func `Each trigger makes a file`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.limits.duration = RationalTime(1, 2)
        // The wheel turns all the time: a file ends, and the next one begins.
        settings.start = .triggered(preRoll: .zero, trigger: .motion(Self.wheel), segments: true)
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([200: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let files = try recorder.finish().files
        #expect(files.count > 2)
        #expect(files.map(\.path) == files.indices.map { scratch.file("jump-00\($0 + 1).mp4") })
        var last: Int64 = -1
        for file in files {
            let numbers = try ClipReader(file.path).frames().compactMap(\.number)
            #expect(Int64(numbers.count) == file.frames)
            #expect(try #require(numbers.first) > last)
            #expect(numbers == numbers.indices.map { numbers[0] + Int64($0) })
            last = numbers.last ?? last
        }
        // To the microsecond of the timestamps at both ends.
        for file in files.dropLast() { #expect(abs(file.duration.seconds - 0.5) < 2e-6) }
    }

    private static let wheel = FrameArea(left: 160, top: 40, size: FrameSize(width: 160, height: 120))

    @Test(arguments: ["YU12", "H264"]) func `Movement triggers`(format: String) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("jump.mp4"))
        settings.limits.duration = RationalTime(1, 2)
        settings.start = .triggered(preRoll: .zero, trigger: .motion(Self.wheel))
        let camera = try RecorderTests.camera(format, rate: 60, faults: SyntheticFaults([300: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        #expect(try recorder.finish().files.map(\.duration) == [RationalTime(1, 2)])
    }

    @Test func `Without a trigger nothing is recorded`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.start = .triggered(preRoll: RationalTime(1, 1))
        let camera = try RecorderTests.camera("MJPG", rate: 60, faults: SyntheticFaults([100: .unplug]))
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.files.isEmpty)
        #expect(try scratch.contents.isEmpty)
    }
}

/// A microphone that hears a scene only around some instants.
private final class DeafMicrophone: AudioStream {
    let name = "Deaf microphone"
    private let microphone: SyntheticMicrophone
    private let heard: [Int64]

    /// Hears around so many seconds after its start.
    init(_ microphone: SyntheticMicrophone, hearing heard: [Int64]) {
        self.microphone = microphone
        self.heard = heard
    }

    var sampleRate: Int { microphone.sampleRate }
    var channelCount: Int { microphone.channelCount }

    func start() throws(CaptureError) { try microphone.start() }
    func stop() throws(CaptureError) { try microphone.stop() }

    func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        try microphone.nextBlock(within: timeout) { samples, instant in
            let seconds = instant.seconds - SyntheticCamera.unhurriedStart.seconds
            let isHeard = heard.contains { abs(seconds - Double($0)) < 0.1 }
            let silence = [Float](repeating: 0, count: samples.count)
            if isHeard { body(samples, instant) } else { body(silence.span, instant) }
        }
    }
}
