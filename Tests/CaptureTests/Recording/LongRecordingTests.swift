@testable import Capture
import Glibc
import MediaTime
import TestSupport
import Testing

/// Two hours by the clocks of devices that do not wait for them to go by.
@Suite struct LongRecordingTests {
    @Test func `After two hours with clocks 200 millionths apart audio and video are together`() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("long.mp4")
        var settings = RecordingSettings(path: path)
        settings.limits.duration = RationalTime(7200, 1)
        let microphone = TickingMicrophone(drift: 200)
        let recorder = Recorder(TickingCamera(), audio: microphone, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.lost.total == 0)
        #expect(summary.files[0].frames == 7200 * 30)
        #expect(abs(try #require(summary.audio?.drift) - 200) < 5)

        let clip = try ClipReader(path)
        #expect(clip.packets[0].last?.pts == RationalTime(7_199_966_667, 1_000_000))
        let audio = try clip.audio(ofStream: 1)
        let clicks = ClickFinder.clicks(in: audio.channels[0], sampleRate: TickingMicrophone.rate)
            // Audio may last a block longer than the frames, and the next click begins just there.
            .filter { audio.start.seconds + $0 < 7199 }
        // One every ten minutes, and none at the very beginning.
        #expect(clicks.count == 11)
        for (index, click) in clicks.enumerated() {
            #expect(abs(audio.start.seconds + click - Double(index + 1) * 600) < 0.010)
        }
    }
}

extension LongRecordingTests {
    @Test func `A microphone that is behind the frames is heard to their end`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("late.mp4"))
        settings.limits.duration = RationalTime(60, 1)
        let microphone = TickingMicrophone(drift: 0, delay: 1000)
        let recorder = Recorder(TickingCamera(), audio: microphone, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.files[0].frames == 60 * 30)
        // An encoder's packet may reach beyond it.
        let samples = try #require(summary.audio?.samples)
        #expect((0..<1024).contains(samples - Int64(60 * TickingMicrophone.rate)))
    }
}

/// Thirty small frames a second, without anything on them.
private final class TickingCamera: CaptureStream {
    let device = CaptureDeviceInfo(id: "ticking", name: "Ticking", driver: "test", bus: "", node: nil)
    let mode = CaptureMode(
        format: FourCharacterCode("MJPG") ?? FourCharacterCode(rawValue: 0),
        size: FrameSize(width: 64, height: 64),
        frameDuration: RationalTime(1, 30)
    )
    private var number: Int64 = 0
    private let frame: [UInt8] = [0xFF, 0xD8] + Array(repeating: 0, count: 60) + [0xFF, 0xD9]

    func start() {}
    func stop() {}

    func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        let timestamp = RationalTime((number * 1_000_000 + 15) / 30, 1_000_000)
        let facts = CapturedFrame(
            sequence: UInt32(truncatingIfNeeded: number),
            timestamp: timestamp,
            isDamaged: false
        )
        unsafe frame.withUnsafeBytes { unsafe body(RawSpan(_unsafeBytes: $0), facts) }
        number += 1
        return true
    }
}

/// Silence, and a click every ten minutes by the true clock, which is not the microphone's.
private final class TickingMicrophone: AudioStream {
    static let rate = 8000
    let name = "Ticking"
    let sampleRate = TickingMicrophone.rate
    let channelCount = 1
    private let trueRate: Double
    private var position = 0
    private static let blockLength = 800

    /// How long a block takes to come, in microseconds.
    private let delay: UInt32

    init(drift: Double, delay: UInt32 = 0) {
        trueRate = Double(Self.rate) * (1 + drift / 1_000_000)
        self.delay = delay
    }

    func start() {}
    func stop() {}

    func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        usleep(delay)
        var samples = [Float](repeating: 0, count: Self.blockLength)
        let clicks = Int(Double(position) / trueRate / 600)...Int(Double(position + Self.blockLength) / trueRate / 600)
        for click in clicks where click > 0 {
            let start = Int((Double(click) * 600 * trueRate).rounded()) - position
            // A tone of 1 kHz for a twentieth of a second.
            for index in max(0, start)..<max(0, min(start + 400, Self.blockLength)) {
                samples[index] = (index - start) % 8 < 4 ? 0.7 : -0.7
            }
        }
        let taken = Double(position) / trueRate
        body(samples.span, RationalTime(Int64((taken * 1_000_000_000).rounded()), 1_000_000_000))
        position += Self.blockLength
        return true
    }
}
