@testable import Capture
import FFmpeg
import Foundation
import MediaFormats
import MediaSyntax
import MediaTime
import TestSupport
import Testing

/// What the camera delivered is what is in the file.
@Suite struct RecorderTests {
    static let size = FrameSize(width: 320, height: 180)

    /// A camera that waits until it is asked.
    static func camera(
        _ format: String = "MJPG",
        rate: Int32 = 240,
        faults: SyntheticFaults = SyntheticFaults(),
        firstSequence: UInt32 = 0
    ) throws -> SyntheticCamera {
        let format = try #require(FourCharacterCode(format))
        let mode = CaptureMode(format: format, size: size, frameDuration: RationalTime(1, rate))
        return try SyntheticCamera(mode: mode, pace: .unhurried, faults: faults, firstSequence: firstSequence)
    }

    static func record(
        _ camera: SyntheticCamera,
        to path: String,
        duration: RationalTime = RationalTime(1, 2),
        change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> RecordingSummary {
        var settings = RecordingSettings(path: path)
        settings.limits.duration = duration
        change(&settings)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        return try recorder.finish()
    }

    /// Every frame that the camera delivers without a fault.
    private func images(_ numbers: some Sequence<Int64>) throws -> [[UInt8]] {
        let frames = try SyntheticFrames(
            mode: Self.camera().mode,
            frameRate: FrameRate(240)
        )
        return try numbers.map { number in
            var bytes: [UInt8] = []
            try frames.withFrame(number) { span in
                unsafe span.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
            }
            return bytes
        }
    }

    @Test(arguments: ["mp4", "mov"]) func `Frames are stored as they come, at their own instants`(ending: String)
        throws
    {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.\(ending)")
        let summary = try Self.record(try Self.camera(), to: path)
        #expect(summary.end == .duration)
        #expect(summary.failure == nil)
        #expect(summary.lost.total == 0)
        #expect(summary.files.map(\.frames) == [120])
        #expect(summary.files.map(\.duration) == [RationalTime(1, 2)])
        let clip = try ClipReader(path)
        #expect(try clip.packets[0].map(\.payload.bytes) == images(0..<120))
        #expect(clip.packets[0].map(\.pts) == (0..<120).map { RationalTime(($0 * 1_000_000 + 120) / 240, 1_000_000) })
        #expect(clip.packets[0].allSatisfy { $0.isKey })
        #expect(summary.files.map(\.bytes) == [UInt64(try ScratchDirectory.bytes(of: path).count)])
    }

    /// Frames that are so many seconds apart. A sample of a file in microseconds lasts 71 minutes at most.
    @Test(arguments: [Int64(2000), 3000, 4290]) func `Frames that are far apart keep their instants`(interval: Int64)
        throws
    {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let recorder = try Self.recorder(every: interval, to: path)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .unplugged)
        #expect(summary.files.map(\.frames) == [4])
        #expect(try ClipReader(path).packets[0].map(\.pts) == (0..<4).map { RationalTime($0 * interval, 1) })
    }

    @Test func `What no file can tell apart ends the recording, and what came before is whole`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let recorder = try Self.recorder(every: 4300, to: path)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .error)
        #expect(summary.failure?.code == .writing)
        #expect(summary.files.map(\.frames) == [1])
        #expect(try ClipReader(path).frames().map(\.number) == [0])
    }

    /// Four frames that are so many seconds apart.
    private static func recorder(every interval: Int64, to path: String) throws -> Recorder {
        let mode = CaptureMode(
            format: try #require(FourCharacterCode("MJPG")),
            size: size,
            frameDuration: RationalTime(interval, 1)
        )
        let camera = try SyntheticCamera(mode: mode, pace: .unhurried, faults: SyntheticFaults([4: .unplug]))
        return Recorder(camera, requested: nil, settings: RecordingSettings(path: path), isLive: false)
    }

    @Test func `Raw frames are stored as they come, too, under QuickTime's code`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mov")
        let summary = try Self.record(try Self.camera("YUYV"), to: path, duration: RationalTime(1, 20)) {
            $0.coding = .copy
        }
        #expect(summary.lost.total == 0)
        let clip = try ClipReader(path)
        #expect(clip.streams[0].parameters.fourCC == "yuvs")
        #expect(clip.streams[0].parameters.pixelFormat?.name == "yuyv422")
        let frames = try SyntheticFrames(mode: Self.camera("YUYV").mode, frameRate: FrameRate(240))
        #expect(clip.packets[0].count == 12)
        for (number, packet) in clip.packets[0].enumerated() {
            var bytes: [UInt8] = []
            try frames.withFrame(Int64(number)) { span in
                unsafe span.withUnsafeBytes { unsafe bytes = Array($0) }
            }
            #expect(packet.payload.bytes == bytes)
        }
    }

    @Test(arguments: [
        ("YU12", FrameCoding.copy, "clip.mov", "in no file of ours"),
        ("YUYV", .copy, "clip.mp4", "in mov files only"), ("YUYV", .ffv1, "clip.mp4", "in mov files only"),
    ])
    func `What the container has no place for is refused`(
        format: String,
        coding: FrameCoding,
        name: String,
        reason: String
    ) throws {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: CaptureError.self) {
            try Self.record(try Self.camera(format), to: scratch.file(name)) { $0.coding = coding }
        }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(reason) == true)
        #expect(try scratch.contents.isEmpty)
    }

    @Test func `It begins with the header, and holds no fragments any more`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        _ = try Self.record(try Self.camera(), to: path, duration: RationalTime(2, 1))
        let boxes = MovieBox.list(in: try ScratchDirectory.bytes(of: path)[...]).map(\.type)
        #expect(boxes == ["ftyp", "free", "moov", "free", "mdat"])
    }

    @Test func `Every fault is accounted for, and nothing else`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let faults = SyntheticFaults([
            10: .drop, 11: .drop, 20: .silentDrop, 30: .damaged, 40: .repeatedNumber, 50: .exchangedNumbers,
            60: .late(RationalTime(1, 1000)),
        ])
        let summary = try Self.record(try Self.camera(faults: faults, firstSequence: 0xFFFF_FFF0), to: path) {
            $0.logPath = scratch.file("log.jsonl")
        }
        #expect(summary.lost.sequence == 2)
        #expect(summary.lost.time == 1)
        #expect(summary.lost.flagged == 1)
        #expect(summary.lost.overflow == 0)
        let gone: Set<Int64> = [10, 11, 20, 30]
        let clip = try ClipReader(path)
        #expect(try clip.frames().map(\.number) == (0..<120).filter { !gone.contains($0) })
        #expect(try clip.packets[0].map(\.payload.bytes) == images((0..<120).filter { !gone.contains($0) }))
        let log = String(decoding: try ScratchDirectory.bytes(of: scratch.file("log.jsonl")), as: UTF8.self)
        let kinds = log.split(separator: "\n").map { String($0.split(separator: "\"")[3]) }
        // The exchanged number came after all.
        #expect(kinds == ["sequence", "time", "flagged"])
    }

    @Test func `When the camera goes, what came before is there`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mp4")
        let summary = try Self.record(try Self.camera(faults: SyntheticFaults([77: .unplug])), to: path)
        #expect(summary.end == .unplugged)
        #expect(summary.failure?.code == .unplugged)
        #expect(try ClipReader(path).frames().map(\.number) == Array(0..<77))
    }

    @Test(arguments: [
        ("MJPG", FrameCoding.copy, UInt64(400_000)), ("MJPG", .copy, 2_000_000), ("YU12", .h264, 600_000),
        ("YU12", .h264, 2_000_000), ("YUYV", .copy, 4_000_000),
    ])
    func `A limit of size holds`(format: String, coding: FrameCoding, limit: UInt64) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.mov")
        var settings = RecordingSettings(path: path)
        settings.coding = coding
        settings.limits.size = limit
        settings.limits.duration = RationalTime(60, 1)
        let recorder = Recorder(
            try Self.camera(format),
            audio: SyntheticMicrophone(frameRate: FrameRate(240), pace: .unhurried),
            requested: nil,
            settings: settings,
            isLive: false
        )
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .size)
        let size = UInt64(try ScratchDirectory.bytes(of: path).count)
        #expect(size <= limit && size > limit * 3 / 4)
        let clip = try ClipReader(path)
        #expect(Int64(clip.packets[0].count) == summary.files[0].frames)
        // The numbers on raw frames are not read here.
        guard format != "YUYV" else { return }
        let numbers = try clip.frames().map(\.number)
        #expect(!numbers.isEmpty && numbers == (0..<summary.files[0].frames).map { $0 })
    }

    /// The camera does not wait for the writer: all frames of three seconds have come before the file is full.
    @Test func `A file that is full ends there, whatever else ended the recording before`() throws {
        let scratch = try ScratchDirectory()
        // What is lost behind the file's end is none of the recording's.
        let camera = try Self.camera(faults: SyntheticFaults([600: .drop]))
        let summary = try Self.record(camera, to: scratch.file("clip.mp4"), duration: RationalTime(3, 1)) {
            $0.limits.size = RecordingSegment.leastSize + 200_000
        }
        #expect(summary.end == .size)
        let file = try #require(summary.files.first)
        #expect(file.frames < 600)
        #expect(abs(file.duration.seconds - Double(file.frames) / 240) < 1e-5)
        #expect(summary.lost.total == 0)
    }

    @Test(arguments: [false, true]) func `A file that is taken away is no recording`(isReplaced: Bool) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("day.mp4"))
        settings.split = RationalTime(1, 4)
        settings.limits.duration = RationalTime(3, 4)
        let camera = TakingCamera(try Self.camera(), path: scratch.file("day-001.mp4"), isReplaced: isReplaced)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.files.map(\.path) == [2, 3].map { scratch.file("day-00\($0).mp4") })
        #expect(summary.end == .error)
        #expect(summary.failure?.code == .writing)
        #expect(
            summary.failure?.message.hasSuffix("day-001.mp4 was removed, renamed or replaced while it was recorded")
                == true
        )
        #expect(try scratch.contents.contains("day-001.mp4") == isReplaced)
    }

    /// Takes a file away with the tenth frame.
    private final class TakingCamera: WrappedCamera {
        private let path: String
        private let isReplaced: Bool
        private var count = 0

        init(_ camera: SyntheticCamera, path: String, isReplaced: Bool) {
            (self.path, self.isReplaced) = (path, isReplaced)
            super.init(camera)
        }

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            count += 1
            if count == 10 {
                try? FileManager.default.removeItem(atPath: path)
                if isReplaced { _ = FileManager.default.createFile(atPath: path, contents: Data([1])) }
            }
            return try super.nextFrame(within: timeout, body)
        }
    }

    @Test(arguments: [UInt64(1000), 300_000, 340_000]) func `A limit of size that no file can meet is refused`(
        limit: UInt64
    ) throws {
        let scratch = try ScratchDirectory()
        // Of these frames one takes 115,200 bytes.
        let error = #expect(throws: CaptureError.self) {
            let summary = try Self.record(try Self.camera("YUYV"), to: scratch.file("clip.mov")) {
                $0.coding = .copy
                $0.limits.size = limit
            }
            if let failure = summary.failure { throw failure }
        }
        #expect(error?.code == .settings)
    }

    @Test(arguments: [(FrameCoding.h264, 52), (.hevc, -1)]) func `A quality that the codec does not have is refused`(
        coding: FrameCoding,
        quality: Int
    ) throws {
        let scratch = try ScratchDirectory()
        let error = #expect(throws: CaptureError.self) {
            try Self.record(try Self.camera("YU12"), to: scratch.file("clip.mp4")) {
                ($0.coding, $0.quality) = (coding, quality)
            }
        }
        #expect(error?.code == .settings)
        #expect(error?.message == "\(coding.rawValue) has no quality \(quality): 0 to 51")
    }

    @Test(arguments: ["mp4", "mov"])
    func `What was known of the recording is stored with it, where players look for it`(ending: String) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("clip.\(ending)")
        let tags = [
            MetadataItem(key: "title", value: "Serve"), MetadataItem(key: "timecode", value: "01:00:00:00"),
        ]
        _ = try Self.record(try Self.camera(), to: path) { $0.metadata = tags }
        let clip = try ClipReader(path)
        #expect(clip.text("title") == "Serve")
        #expect(clip.text("timecode") == "01:00:00:00")
        // The title is in a box of its own, and the rate is a number, as in exports.
        let movie = try #require(
            MovieBox.list(in: try ScratchDirectory.bytes(of: path)[...]).first { $0.type == "moov" }
        )
        let userData = try #require(movie.child("udta")).payload
        #expect(userData.firstRange(of: [0xA9] + Array("nam".utf8)) != nil)
        let keys = try #require(movie.child("meta")?.child("keys"))
        #expect(!String(decoding: keys.payload, as: UTF8.self).contains("title"))
        #expect(clip.text("com.android.capture.fps") == "240.000000")
        #expect(clip.text("overcrank.format") == "MJPG 320x180")
        #expect(clip.text("overcrank.rate.measured").flatMap(Double.init).map { ($0 * 1000).rounded() } == 240_000)
    }

    @Test func `Misuse is an error`() throws {
        let scratch = try ScratchDirectory()
        let recorder = Recorder(
            try Self.camera(),
            requested: nil,
            settings: RecordingSettings(path: scratch.file("clip.mp4")),
            isLive: false
        )
        recorder.stop()
        #expect(recorder.state == .idle)
        #expect(throws: CaptureError.self) { try recorder.finish() }
        try recorder.start()
        #expect(throws: CaptureError.self) { try recorder.start() }
        recorder.stop()
        let summary = try recorder.finish()
        #expect(summary.end == .key)
        #expect(recorder.state == .idle)
    }

    @Test func `A file that is there is left alone, or replaced on request`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.write([1, 2, 3], to: "clip.mp4")
        let error = #expect(throws: CaptureError.self) { try Self.record(try Self.camera(), to: path) }
        #expect(error?.code == .outputExists)
        #expect(try ScratchDirectory.bytes(of: path) == [1, 2, 3])
        _ = try Self.record(try Self.camera(), to: path) { $0.overwrites = true }
        #expect(try ClipReader(path).packets[0].count == 120)
        #expect(try scratch.contents == ["clip.mp4"])
    }

    @Test func `Events tell the course of it`() async throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 10)
        let recorder = Recorder(try Self.camera(), requested: nil, settings: settings, isLive: false)
        let events = recorder.events()
        try recorder.start()
        _ = try recorder.finish()
        var states: [RecordingState] = []
        var files: [String] = []
        for await event in events {
            switch event {
            case .state(let state): states.append(state)
            case .began(let path): files.append(path)
            case .finished(let file): #expect(file.frames == 24)
            case .loss, .note, .control: Issue.record("nothing was lost, and nothing was set")
            }
        }
        #expect(states == [.starting, .recording, .stopping, .idle])
        #expect(files == [scratch.file("clip.mp4")])
    }
}
