import MediaTime
import TestSupport
import Testing

@testable import Capture
@testable import Video4Linux

/// A driver's stamps are by the clock that it names where that can be true.
@Suite struct BufferTimestampTests {
    /// An hour after the machine was started, in 2026; microseconds both. The driver began a minute before.
    private static let (monotonic, timeOfDay): (Int64, Int64) = (3_600_000_000, 1_790_000_000_000_000)
    private static let start = monotonic - 60_000_000

    @Test(
        arguments: [
            (3_599_990_000, .monotonic, 3_599_990_000, .monotonic),
            // After a reader that was stopped for a while.
            (3_550_000_000, .monotonic, 3_550_000_000, .monotonic),
            // Computed of the camera's own clock.
            (3_600_000_001, .monotonic, 3_600_000_001, .monotonic),
            (3_599_990_000, .unknown, 3_599_990_000, .monotonic),
            (1_789_999_999_990_000, .unknown, 3_599_990_000, .timeOfDay),
            (1_789_999_999_990_000, .monotonic, 3_599_990_000, .timeOfDay),
            (0, .unknown, 3_600_000_000, .arrival),
            (0, .monotonic, 3_600_000_000, .arrival),
            // Before the driver began, and in the future.
            (3_530_000_000, .monotonic, 3_600_000_000, .other),
            (3_605_000_000, .monotonic, 3_600_000_000, .other),
            (3_600_000_001, .unknown, 3_600_000_000, .other),
            (.max, .monotonic, 3_600_000_000, .other), (.min, .unknown, 3_600_000_000, .other),
        ] as [(Int64, BufferTimestamp.Clock, Int64, BufferTimestamp.Source)]
    )
    func `The instant is by the monotonic clock`(
        stamp: Int64,
        clock: BufferTimestamp.Clock,
        instant: Int64,
        source: BufferTimestamp.Source
    ) {
        var stamps = StampClock(start: Self.start)
        let timestamp = stamps.timestamp(stamp, by: clock, monotonic: Self.monotonic, timeOfDay: Self.timeOfDay)
        #expect(timestamp.instant == RationalTime(instant, 1_000_000))
        #expect(timestamp.source == source)
    }

    /// Frames of 100 a second, each fetched up to 3 ms after it was taken.
    private struct Frames {
        /// When a frame was taken, and when it was fetched.
        static func times(_ number: Int64) -> (taken: Int64, fetched: Int64) {
            let taken = start + number * 10_000
            return (taken, taken + 1000 + number * 7 % 5 * 500)
        }

        /// The instants of so many frames, in microseconds after they were taken, and their sources.
        static func instants(
            _ numbers: Range<Int64>,
            _ stamp: (_ number: Int64, _ taken: Int64) -> Int64
        ) -> (late: [Int64], sources: [BufferTimestamp.Source]) {
            var stamps = StampClock(start: start)
            var (late, sources): ([Int64], [BufferTimestamp.Source]) = ([], [])
            for number in numbers {
                let (taken, fetched) = times(number)
                let timestamp = stamps.timestamp(
                    stamp(number, taken),
                    by: .monotonic,
                    monotonic: fetched,
                    timeOfDay: timeOfDay + fetched - monotonic
                )
                late.append((timestamp.instant.value * 1_000_000) / Int64(timestamp.instant.timescale) - taken)
                sources.append(timestamp.source)
            }
            return (late, sources)
        }
    }

    @Test(arguments: [Int64(7_000_000), -100_000_000, 1 << 60])
    func `Stamps by another clock are moved, and keep their distances`(offset: Int64) {
        let (late, sources) = Frames.instants(0..<500) { $1 &+ offset }
        #expect(sources.allSatisfy { $0 == .other })
        // From the first frame that is fetched soonest on, no more than the clocks may drift apart.
        #expect(late.allSatisfy { (0...3000).contains($0) })
        let steady = late.dropFirst(10)
        #expect(steady.allSatisfy { (1000...1100).contains($0) })
    }

    @Test(arguments: [Int64(-5000), 5000]) func `Another clock may go a little faster or slower`(part: Int64) {
        let (late, sources) = Frames.instants(0..<20_000) { $1 + 30_000_000 + $0 * 10_000 / part }
        #expect(sources.allSatisfy { $0 == .other })
        #expect(late.allSatisfy { (0...3000).contains($0) }, "in 200 s it is 40 ms off")
    }

    @Test func `One stamp that cannot be true leaves the others as they are`() {
        let (late, sources) = Frames.instants(0..<100) { number, taken in
            switch number {
            case 30: taken + 3_600_000_000
            case 60: 1
            case 90: 0
            default: taken
            }
        }
        #expect(sources.indices.filter { sources[$0] == .arrival } == [30, 60, 90])
        #expect(
            late.indices.allSatisfy { sources[$0] == .monotonic ? late[$0] == 0 : (-2000...3000).contains(late[$0]) }
        )
    }

    /// Seconds before the machine was started, and half a second.
    @Test(arguments: [Int64(500_000), 3_000_000, 50_000_000])
    func `A clock that is set back goes on from there`(distance: Int64) {
        // Once, and then once more.
        let (late, sources) = Frames.instants(0..<4000) { number, taken in
            taken - (number < 1000 ? 0 : number < 2500 ? distance : 2 * distance)
        }
        let far = late.indices.filter { !(-3000...3000).contains(late[$0]) }
        // Frames that may only be out of order.
        #expect(far.allSatisfy { (1000..<1003).contains($0) || (2500..<2503).contains($0) }, "\(far)")
        #expect(sources[999] == .monotonic && sources[1003...2499].allSatisfy { $0 == .other })
    }

    @Test func `Frames out of order leave the clock as it is`() {
        // Each tenth and the two before it come in the opposite order.
        let (late, sources) = Frames.instants(0..<1000) { number, taken in
            switch number % 10 {
            case 7: taken + 20_000
            case 9: taken - 20_000
            default: taken
            }
        }
        #expect(sources.allSatisfy { $0 == .monotonic })
        #expect(late.indices.allSatisfy { [7, 9].contains($0 % 10) || late[$0] == 0 })
    }

    @Test(arguments: [Int64(0), 5, -7]) func `Stamps that do not go on are by no clock`(stamp: Int64) {
        let (late, sources) = Frames.instants(0..<100) { _, _ in stamp }
        #expect(sources.dropFirst().allSatisfy { $0 == .arrival })
        #expect(late.enumerated().allSatisfy { $1 == Frames.times(Int64($0)).fetched - Frames.times(Int64($0)).taken })
    }

    @Test func `A clock of other units is none`() {
        let (late, sources) = Frames.instants(0..<3000) { number, _ in 1 + number * 900 }
        #expect(sources.suffix(1000).allSatisfy { $0 == .arrival })
        #expect(late.suffix(1000).allSatisfy { (0...3000).contains($0) })
    }

    /// The numbers are those of linux/videodev2.h.
    @Test(
        arguments: [(0x2000, .monotonic), (0x2041, .monotonic), (0, .unknown), (0x4000, .unknown)]
            as [(UInt32, BufferTimestamp.Clock)]
    )
    func `The clock is read from the buffer's flags`(flags: UInt32, clock: BufferTimestamp.Clock) {
        #expect(BufferTimestamp.Clock(flags: flags) == clock)
    }

    @Test(arguments: [(TimestampSource.driver, 0), (.timeOfDay, 1), (.otherClock, 1), (.arrival, 1)])
    func `A recording says once where its timestamps come from`(source: TimestampSource, notes: Int) throws {
        let scratch = try ScratchDirectory()
        var settings = RecordingSettings(path: scratch.file("clip.mp4"))
        settings.limits.duration = RationalTime(1, 10)
        let camera = StampingCamera(try RecorderTests.camera(), source)
        let recorder = Recorder(camera, requested: nil, settings: settings, isLive: false)
        try recorder.start()
        #expect(try recorder.finish().notes.count == notes)
    }
}

/// A camera that says where its timestamps come from.
private final class StampingCamera: WrappedCamera {
    private let source: TimestampSource

    init(_ camera: SyntheticCamera, _ source: TimestampSource) {
        self.source = source
        super.init(camera)
    }

    override func nextFrame(
        within timeout: RationalTime,
        _ body: (borrowing RawSpan, CapturedFrame) -> Void
    ) throws(CaptureError) -> Bool {
        try camera.nextFrame(within: timeout) { bytes, frame in
            let stamped = CapturedFrame(
                sequence: frame.sequence,
                timestamp: frame.timestamp,
                timestampSource: source,
                isDamaged: frame.isDamaged
            )
            body(bytes, stamped)
        }
    }
}
