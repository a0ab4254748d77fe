import MediaSyntax
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// A recording in files that follow each other.
@Suite struct SplitTests {
    private static let count: Int64 = 165

    private static func record(
        _ format: String,
        _ coding: FrameCoding,
        to path: String
    ) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.coding = coding
        settings.split = RationalTime(3, 4)
        let recorder = Recorder(try camera(format), requested: nil, settings: settings, isLive: false)
        try recorder.start()
        return try recorder.finish()
    }

    /// A camera that goes after the last frame.
    private static func camera(_ format: String) throws -> SyntheticCamera {
        try RecorderTests.camera(format, rate: 60, faults: SyntheticFaults([Self.count: .unplug]))
    }

    @Test(arguments: [("MJPG", FrameCoding.copy), ("YU12", .h264), ("YU12", .hevc), ("H264", .copy), ("H264", .h264)])
    func `Every frame is in one of the files, which begin where they are due`(format: String, coding: FrameCoding)
        throws
    {
        let scratch = try ScratchDirectory()
        let summary = try Self.record(format, coding, to: scratch.file("day.mp4"))
        #expect(summary.lost.total == 0)
        // The camera's own encoder makes a key frame each second.
        let starts: [Int64] = format == "H264" && coding == .copy ? [0, 60, 120] : [0, 45, 90, 135]
        #expect(summary.files.map(\.path) == starts.indices.map { scratch.file("day-00\($0 + 1).mp4") })
        for (file, start) in zip(summary.files, starts) {
            let frames = try ClipReader(file.path).frames()
            let end = starts.first { $0 > start } ?? Self.count
            #expect(frames.map(\.number) == Array(start..<end))
            #expect(frames.first?.time == .zero)
            #expect(file.start == (try SyntheticCamera.unhurriedStart + FrameRate(60).time(ofFrame: start)))
            let measured = try ClipReader(file.path).text("overcrank.rate.measured").flatMap(Double.init)
            #expect(measured.map { abs($0 - 60) < 0.001 } == true)
            #expect(abs(file.duration.seconds - Double(end - start) / 60) < 2e-6)
        }
    }

    @Test(arguments: [("MJPG", FrameCoding.copy), ("YU12", .h264), ("H264", .copy)])
    func `Video and audio of a file end where the next one begins`(format: String, coding: FrameCoding) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("day.mp4"))
        settings.coding = coding
        settings.split = RationalTime(7, 10)
        let recorder = Recorder(
            try Self.camera(format),
            audio: SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried),
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        let files = try recorder.finish().files
        #expect(files.count == (format == "H264" ? 3 : 4))
        for (file, next) in zip(files, files.dropFirst()) {
            #expect(try file.start + file.duration == next.start)
            let boxes = MovieBox.list(in: try ScratchDirectory.bytes(of: file.path)[...])
            let movie = try #require(boxes.first { $0.type == "moov" })
            // In microseconds, as the file counts them.
            let durations = movie.children.filter { $0.type == "trak" }.map { trak -> UInt64? in
                (trak.child() as TrackHeaderBox?)?.duration
            }
            let expected = UInt64(try file.duration.ticks(over: 1_000_000, rounding: .nearest))
            #expect(durations == [expected, expected])
            #expect(abs(Double(file.samples) - file.duration.seconds * 48_000) < 1)
        }
    }

    /// A sound card's block comes when it is full, an encoder's packet later; encoders of frames may be later still.
    @Test(arguments: [0.4, 1.2, -0.4, -1.2])
    func `Audio goes on to the end of each file and from the beginning of the next`(lead: Double) throws {
        let scratch = try ScratchDirectory()
        let pace = DevicePace(lead: lead)
        var settings = RecordingSettings(path: scratch.file("day.mp4"))
        settings.split = RationalTime(3, 4)
        let recorder = Recorder(
            PacedCamera(try Self.camera("MJPG"), pace, count: Self.count, audioUntil: 3),
            audio: PacedMicrophone(SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried), pace),
            requested: nil,
            settings: settings
        )
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.files.map(\.frames) == [45, 45, 45, 30])
        var numbers: [Int64?] = []
        for file in summary.files {
            let clip = try ClipReader(file.path)
            let first = numbers.count
            numbers += try clip.frames().map(\.number)
            let audio = try clip.audio(ofStream: 1)
            let end = audio.start.seconds + Double(audio.channels[0].count) / Double(audio.sampleRate)
            #expect(audio.start.seconds <= 0)
            #expect(end >= file.duration.seconds - 1e-3 && end < file.duration.seconds + 0.1)
            // The scene clicks twice a second. At the edges of a file a click may be cut.
            let inner = 0.05..<file.duration.seconds - 0.05
            let found = ClickFinder.clicks(in: audio.channels[0], sampleRate: audio.sampleRate)
                .map { $0 + audio.start.seconds }.filter(inner.contains)
            let due = (0..<6).map { Double($0) / 2 - Double(first) / 60 }.filter(inner.contains)
            #expect(found.count == due.count)
            for (click, due) in zip(found, due) { #expect(abs(click - due) < 0.01) }
        }
        #expect(numbers == Array(0..<Self.count))
    }

    /// A microphone that goes after half a second.
    private final class GoingMicrophone: AudioStream {
        private let microphone = SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried)
        private var count = 0

        var name: String { microphone.name }
        var sampleRate: Int { microphone.sampleRate }
        var channelCount: Int { microphone.channelCount }
        func start() throws(CaptureError) { try microphone.start() }
        func stop() throws(CaptureError) { try microphone.stop() }

        func nextBlock(
            within timeout: RationalTime,
            _ body: (borrowing Span<Float>, RationalTime) -> Void
        ) throws(CaptureError) -> Bool {
            guard count < sampleRate / 2 else { throw CaptureError(.unplugged, "it has gone") }
            return try microphone.nextBlock(within: timeout) { samples, instant in
                count += samples.count / microphone.channelCount
                body(samples, instant)
            }
        }
    }

    /// A camera that calls a body before one of its frames.
    private final class ObservedCamera: WrappedCamera {
        var atFrame: (number: Int, body: () -> Void)?
        private var number = 0

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            if number == atFrame?.number { atFrame?.body() }
            number += 1
            return try super.nextFrame(within: timeout, body)
        }
    }

    @Test func `Where the microphone has failed no file waits for audio, and none is lost`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("day.mp4"))
        settings.split = RationalTime(3, 4)
        let camera = ObservedCamera(try Self.camera("MJPG"))
        let recorder = Recorder(
            camera,
            audio: GoingMicrophone(),
            requested: nil,
            settings: settings,
            isLive: false
        )
        // The second file is due at frame 45. Held in memory, it would be lost if the process were killed.
        camera.atFrame = (60, { #expect(throws: Never.self) { try Patience.wait { recorder.files.count == 1 } } })
        try recorder.start()
        let files = try recorder.finish().files
        #expect(files.map(\.frames) == [45, 45, 45, 30])
        #expect(try #require(files.first).samples >= 24_000)
    }

    @Test func `The limit of duration is that of all files together`() throws {
        let scratch = try ScratchDirectory()
        let camera = try RecorderTests.camera("MJPG", rate: 60)
        let path = scratch.file("day.mp4")
        let summary = try RecorderTests.record(camera, to: path, duration: RationalTime(5, 4)) {
            $0.split = RationalTime(1, 2)
        }
        #expect(summary.end == .duration)
        #expect(summary.files.map(\.frames) == [30, 30, 15])
    }

    @Test func `What waits for a trigger is not divided`() throws {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: CaptureError.self) {
            try RecorderTests.record(try RecorderTests.camera(), to: scratch.file("day.mp4")) {
                $0.split = RationalTime(1, 2)
                $0.start = .triggered(preRoll: .zero)
            }
        }
        #expect(error?.code == .settings)
        #expect(try scratch.contents.isEmpty)
    }
}
