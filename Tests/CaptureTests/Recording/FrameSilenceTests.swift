import Glibc
import MediaTime
import TestSupport
import Testing

@testable import Capture

/// What a camera that delivers nothing comes to: it is said, its frames are counted, and it ends what was to end.
@Suite struct FrameSilenceTests {
    /// What came of a recording's device thread.
    private struct Outcome {
        let status: RecordingStatus
        let frames: Int
        let lost: LossCounts
        /// When it ended, in seconds since its start.
        let seconds: Double
    }

    /// Frames at some instants, in seconds, of a camera of so many frames a second, until the device thread ends: after `stop`
    /// seconds by a key where nothing else ends it.
    private static func read(
        _ instants: [Double],
        rate: Int32,
        deadline: Int64? = nil,
        isFinal: Bool = true,
        limits: RecordingLimits = RecordingLimits(),
        hasDelivered: Bool = false,
        isDamaged: @escaping (Int) -> Bool = { _ in false },
        stop: Int64
    ) throws -> Outcome {
        let (clock, status) = (ToldClock(), RecordingStatus())
        let start = clock.now
        let camera = StallingCamera(
            clock,
            rate: rate,
            at: instants.map { RationalTime(Int64(($0 * 1_000_000).rounded()), 1_000_000) },
            isDamaged: isDamaged,
            events: [(RationalTime(stop, 1), { status.requestEnd(.key) })]
        )
        if let deadline { status.setDeadline(try start + RationalTime(deadline, 1), isFinal: isFinal) }
        let queue = FrameQueue(byteLimit: 1 << 20)
        let reader = try FrameReader(
            stream: camera,
            queue: queue,
            status: status,
            requests: RecordingRequests(),
            isLive: true,
            limits: limits,
            hasDelivered: hasDelivered,
            clock: { clock.now }
        )
        camera.start()
        reader.run()
        status.takeLosses(before: status.expectedEnd, dividedBy: camera.mode.frameDuration)
        return Outcome(
            status: status,
            frames: queue.backlog.frames,
            lost: status.figures.lost,
            seconds: try (clock.now - start).seconds
        )
    }

    private static func even(_ count: Int, every interval: Double) -> [Double] {
        (0..<count).map { Double($0) * interval }
    }

    @Test func `A camera that stops to deliver is said, and what is missing is counted`() throws {
        // Frames 0 to 99 of 30 a second; it ends at 13 s, when number 390 is due.
        let outcome = try Self.read(Self.even(100, every: 1 / 30), rate: 30, stop: 13)
        #expect(outcome.status.end == .key)
        #expect(outcome.frames == 100)
        #expect(outcome.status.notes.count == 1)
        #expect(outcome.status.notes.first?.hasPrefix("no frame has come for 1") == true)
        #expect(outcome.lost.total == outcome.lost.time)
        #expect((289...291).contains(outcome.lost.time))
    }

    @Test(
        arguments: [(90.0, 90, []), (15, 90, ["the camera granted 90 fps, but delivers 15 fps"])]
            as [(Double, Int32, [String])]
    )
    func `A rate that was granted and is not delivered is said while it records`(
        rate: Double,
        granted: Int32,
        notes: [String]
    ) throws {
        let outcome = try Self.read(Self.even(300, every: 1 / rate), rate: granted, stop: 20)
        #expect(outcome.status.notes.filter { !$0.hasPrefix("no frame") } == notes)
        #expect(outcome.frames == 300)
    }

    @Test func `The limit of duration holds by the clock`() throws {
        let outcome = try Self.read(Self.even(100, every: 1 / 30), rate: 30, deadline: 10, stop: 3600)
        #expect(outcome.status.end == .duration)
        #expect(outcome.seconds < 12)
        // Of the 300 of ten seconds.
        #expect(outcome.lost.time == 200)
    }

    @Test func `An end that a trigger may still move holds where no frame comes, and not before`() throws {
        let silent = try Self.read(Self.even(100, every: 1 / 30), rate: 30, deadline: 10, isFinal: false, stop: 3600)
        #expect(silent.status.end == .duration)
        #expect(silent.seconds < 12)
        #expect(silent.lost.time == 200)
        let moved = try Self.read(Self.even(600, every: 1 / 30), rate: 30, deadline: 10, isFinal: false, stop: 19)
        #expect(moved.status.end == .key)
        #expect(moved.seconds >= 19)
    }

    @Test func `A frame before the deadline that comes late is taken`() throws {
        let outcome = try Self.read(Self.even(10, every: 1), rate: 1, deadline: 10, stop: 3600)
        #expect(outcome.status.end == .duration)
        #expect(outcome.frames == 10)
        #expect(outcome.lost.total == 0)
    }

    @Test(
        arguments: [
            // Frame by frame, in long exposures, and as pulses come from outside.
            (even(20, every: 1), 1, 0), (even(6, every: 10), 30, 2), ([300, 301, 302], 30, 2),
            ([0, 0.5, 1, 400, 800, 1000], 30, 2),
        ] as [([Double], Int32, Int)]
    )
    func `Who is slow or waits for pulses is no hung camera`(instants: [Double], rate: Int32, notes: Int) throws {
        let last = try #require(instants.last)
        let outcome = try Self.read(instants, rate: rate, stop: Int64(last) + 1)
        #expect(outcome.status.end == .key)
        #expect(outcome.frames == instants.count)
        #expect(outcome.status.notes.count == notes)
        #expect(outcome.status.notes.last?.hasPrefix("frames come again") ?? (notes == 0))
    }

    @Test func `Silence ends a recording only where a limit says so, and only after frames`() throws {
        var limits = RecordingLimits()
        limits.silence = RationalTime(10, 1)
        let hung = try Self.read(Self.even(100, every: 1 / 30), rate: 30, limits: limits, stop: 3600)
        #expect(hung.status.end == .silence)
        #expect(hung.status.failure?.code == .reading)
        #expect(hung.seconds < 14)
        let pulsed = try Self.read([0, 6, 12, 30, 48], rate: 30, limits: limits, stop: 50)
        #expect(pulsed.status.end == .key)
        #expect(pulsed.frames == 5)
        let never = try Self.read([], rate: 30, limits: limits, stop: 3600)
        #expect(never.status.end == .key)
        #expect(never.lost.total == 0)
    }

    @Test func `A camera that has delivered before, and does not again, has gone silent`() throws {
        var limits = RecordingLimits()
        limits.silence = RationalTime(2, 1)
        limits.duration = RationalTime(10, 1)
        let hung = try Self.read([], rate: 30, limits: limits, hasDelivered: true, stop: 3600)
        #expect(hung.status.end == .silence)
        #expect((5..<6).contains(hung.seconds), "it may take some seconds to begin")
        limits.silence = nil
        let patient = try Self.read([], rate: 30, limits: limits, hasDelivered: true, stop: 20)
        #expect(patient.status.end == .key)
    }

    @Test func `Without a first frame a recording of a certain duration fails, after a long time`() throws {
        var limits = RecordingLimits()
        limits.duration = RationalTime(10, 1)
        let outcome = try Self.read([], rate: 30, limits: limits, stop: 36_000)
        #expect(outcome.status.end == .error)
        #expect(outcome.status.failure?.code == .reading)
        #expect((610...611).contains(outcome.seconds))
        #expect(outcome.status.notes.first?.hasPrefix("no frame has come yet, after 3") == true)
    }

    @Test func `A camera of which every frame is damaged is silent`() throws {
        var limits = RecordingLimits()
        limits.duration = RationalTime(1, 1)
        let all = try Self.read(
            Self.even(600, every: 1 / 30),
            rate: 30,
            limits: limits,
            isDamaged: { _ in true },
            stop: 60
        )
        #expect(all.status.end == .error)
        #expect(all.status.failure?.code == .reading)
        #expect(all.status.failure?.message.contains("has delivered no whole frame in 10 s") == true)
        #expect((10...11).contains(all.seconds))
        #expect(all.status.notes.count == 1)
        #expect(all.status.notes.first?.hasPrefix("no whole frame has come yet, after 3") == true)
        #expect(all.lost.total == all.lost.flagged)
        // Without a limit it goes on, and each frame is counted once.
        let endless = try Self.read(Self.even(600, every: 1 / 30), rate: 30, isDamaged: { _ in true }, stop: 19)
        #expect(endless.status.end == .key)
        #expect(endless.lost.total == endless.lost.flagged)
        // The first frame after a long wait for a pulse may be damaged.
        let armed = try Self.read([300, 301, 302], rate: 30, limits: limits, isDamaged: { $0 == 0 }, stop: 303)
        #expect(armed.status.end == .key)
        #expect(armed.frames == 2)
    }

    @Test func `The limit of duration holds where only damaged frames come any more`() throws {
        let outcome = try Self.read(
            Self.even(900, every: 1 / 30),
            rate: 30,
            deadline: 10,
            isDamaged: { $0 >= 100 },
            stop: 60
        )
        #expect(outcome.status.end == .duration)
        #expect(outcome.seconds < 12)
        #expect(outcome.frames == 100)
        #expect(outcome.lost.time == 0)
    }

    /// Ten frames of 30 a second, at the clock's instants, and none more.
    private final class HungCamera: WrappedCamera {
        private var count = 0

        override func nextFrame(
            within timeout: RationalTime,
            _ body: (borrowing RawSpan, CapturedFrame) -> Void
        ) throws(CaptureError) -> Bool {
            guard count < 10 else {
                usleep(20_000)
                return false
            }
            count += 1
            return try camera.nextFrame(within: timeout, body)
        }
    }

    @Test func `The file lasts as long as it was to last, and its last frames are lost in it`() throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 2)
        let recorder = Recorder(HungCamera(try RecorderTests.camera(rate: 30)), requested: nil, settings: settings)
        try recorder.start()
        let summary = try recorder.finish()
        #expect(summary.end == .duration)
        #expect(summary.files.map(\.frames) == [10])
        #expect(summary.files.map(\.duration) == [RationalTime(1, 2)])
        #expect(summary.lost.time == 5)
        #expect(summary.lostWithinFiles == 5)
        // Of the time in which frames came.
        #expect(try abs(#require(summary.measuredRate) - 30) < 0.01)
    }
}
