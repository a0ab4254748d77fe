import MediaTime
import TestSupport
import Testing

@testable import Capture

/// A microphone that falls silent without an error.
@Suite struct StalledMicrophoneTests {
    /// A microphone that delivers blocks at some instants of a clock that goes on only by waiting.
    private final class StallingMicrophone: AudioStream {
        let name = "Stalling"
        let sampleRate = 48_000
        let channelCount = 1
        private let clock: ToldClock
        private let instants: [RationalTime]
        private var next = 0
        private let end: RationalTime
        private let ended: () -> Void

        init(_ clock: ToldClock, at instants: [RationalTime], until end: RationalTime, ended: @escaping () -> Void) {
            (self.clock, self.instants, self.end, self.ended) = (clock, instants, end, ended)
        }

        func start() {}
        func stop() {}

        func nextBlock(
            within timeout: RationalTime,
            _ body: (borrowing Span<Float>, RationalTime) -> Void
        ) throws(CaptureError) -> Bool {
            guard let limit = try? clock.now + timeout else { return false }
            if clock.now >= end { ended() }
            guard next < instants.count, instants[next] <= limit else {
                clock.go(to: limit)
                return false
            }
            clock.go(to: instants[next])
            body([0.5, -0.5].span, instants[next])
            next += 1
            return true
        }
    }

    @Test func `It is said once, and when it goes on`() throws {
        let clock = ToldClock()
        let start = clock.now
        let status = RecordingStatus()
        let queue = AudioQueue(limit: 1 << 20)
        // Half a second, a pause of five, half a second, and a pause of five.
        let instants = try (0..<10).map { try start + RationalTime(Int64($0 < 5 ? $0 : $0 + 50), 10) }
        let microphone = StallingMicrophone(clock, at: instants, until: try start + RationalTime(11, 1)) {
            status.requestEnd(.key)
        }
        let reader = AudioReader(stream: microphone, queue: queue, status: status, isLive: true, clock: { clock.now })
        reader.run()
        #expect(status.warnings == [.stalled])
        #expect(status.notes == ["audio comes again, after 5.1 s"])
        #expect(!queue.isStalled, "what has come is still to be taken")
        #expect(queue.takeAll(before: clock.now).count == 10)
        #expect(queue.isStalled)
    }

    /// A microphone that delivers for a second, and then nothing, without an error.
    private final class SilencedMicrophone: AudioStream {
        private let microphone: any AudioStream
        private var count = 0

        var name: String { microphone.name }
        var sampleRate: Int { microphone.sampleRate }
        var channelCount: Int { microphone.channelCount }

        init(_ microphone: any AudioStream) { self.microphone = microphone }
        func start() throws(CaptureError) { try microphone.start() }
        func stop() throws(CaptureError) { try microphone.stop() }

        func nextBlock(
            within timeout: RationalTime,
            _ body: (borrowing Span<Float>, RationalTime) -> Void
        ) throws(CaptureError) -> Bool {
            guard count < sampleRate else {
                _ = try? MonotonicClock.wait(until: MonotonicClock.now() + timeout, atMost: timeout)
                return false
            }
            var taken = 0
            let hasCome = try microphone.nextBlock(within: timeout) { samples, instant in
                taken = samples.count / microphone.channelCount
                body(samples, instant)
            }
            count += taken
            return hasCome
        }
    }

    /// A camera that calls bodies before some of its frames.
    private final class ObservedCamera: WrappedCamera {
        var events: [Int: () -> Void] = [:]
        private var number = 0

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            events[number]?()
            number += 1
            return try super.nextFrame(within: timeout, body)
        }
    }

    @Test func `No file waits for it`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("day.mp4"))
        settings.split = RationalTime(3, 4)
        let camera = ObservedCamera(try RecorderTests.camera(rate: 60, faults: SyntheticFaults([165: .unplug])))
        let microphone = SyntheticMicrophone(frameRate: FrameRate(60), pace: .unhurried)
        let recorder = Recorder(camera, audio: SilencedMicrophone(microphone), requested: nil, settings: settings)
        camera.events = [
            60: { #expect(throws: Never.self) { try Patience.wait { recorder.audioWarnings == [.stalled] } } },
            // The third file is due at frame 90, and what would be heard in the second one does not come.
            120: { #expect(throws: Never.self) { try Patience.wait { recorder.files.count == 2 } } },
        ]
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.files.map(\.frames) == [45, 45, 45, 30])
        #expect(summary.audioWarnings == [.stalled])
    }
}
