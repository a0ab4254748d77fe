internal import Glibc
internal import MediaTime

/// What a camera really delivered.
public struct RateMeasurement: Hashable, Sendable {
    /// Frames a second by their own timestamps.
    public let rate: Double
    /// How far the time from frame to frame strays: the standard deviation in seconds.
    public let jitter: Double
    /// Frames that came.
    public let frames: Int
    /// Frames that the driver counted and did not deliver.
    public let lost: Int
    /// Frames that the driver marked as damaged, or as taken no later than the one before.
    public let damaged: Int
}

/// Measures a camera's rate from what it says of its frames.
struct RateMeter {
    /// The number of frames at the beginning that are not measured, because they are often late.
    private static let settling = 2

    /// Frames that came, those at the beginning included.
    private(set) var seen = 0
    private var first: RationalTime?
    private var last: CapturedFrame?
    private var intervals = 0
    private var lost = 0
    private var damaged = 0
    /// How the driver counts.
    private var numbering = FrameNumbering()
    /// From one frame to the next, as granted; `nil` where that is not known.
    private let interval: RationalTime?
    /// Frames since the last one whose times are earlier than its own, and that have its time; how many of the latter have the number of the
    /// frame before them, too; and how many of all have another one.
    private var misplaced: Int64 = 0
    private var repeated: Int64 = 0
    private var twins: Int64 = 0
    private var numbered: Int64 = 0
    /// The number of the frame before, whatever its time.
    private var number: UInt32 = 0
    /// Welford's running mean and sum of squares (Technometrics 4, 1962).
    private var mean = 0.0
    private var squares = 0.0

    init(interval: RationalTime? = nil) { self.interval = interval }

    mutating func take(_ frame: CapturedFrame) {
        seen += 1
        defer { number = frame.sequence }
        guard seen > Self.settling else { return }
        guard let last else {
            if frame.isDamaged { damaged += 1 }
            (first, self.last) = (frame.timestamp, frame)
            return
        }
        guard frame.timestamp > last.timestamp else {
            damaged += 1
            // That counts for the rate where it fills a gap, and not where the one before is only given twice.
            let isTwin = frame.sequence == number
            if frame.timestamp < last.timestamp { misplaced += 1 } else { repeated += 1 }
            if !isTwin { numbered += 1 } else if frame.timestamp == last.timestamp { twins += 1 }
            return
        }
        if frame.isDamaged { damaged += 1 }
        let elapsed = (try? frame.timestamp - last.timestamp)?.seconds ?? 0
        let rise = Int64(Int32(bitPattern: frame.sequence &- last.sequence))
        note(rise: rise, after: elapsed)
        let room = FrameGap.room(from: last.timestamp, to: frame.timestamp, interval: interval)
        // Where numbers rise, a frame with the time and the number of the one before is that frame once more, and fills no gap.
        let parts = 1 + misplaced + min(rise > 0 ? repeated - twins : repeated, room)
        for _ in 0..<parts { add(elapsed / Double(parts)) }
        (self.last, misplaced, repeated, twins, numbered) = (frame, 0, 0, 0, 0)
    }

    /// Counts what is missing by the driver's numbers. Frames that were not later than the one before may have numbers of their own.
    private mutating func note(rise: Int64, after elapsed: Double) {
        let rise = rise - numbered
        if let interval, numbering.take(rise: rise, after: elapsed / interval.seconds) { lost = 0 }
        lost += Int(max(0, numbering.missing(rise)))
    }

    /// From the first frame that counts to the last.
    var elapsed: RationalTime {
        guard let first, let last, let elapsed = try? last.timestamp - first else { return .zero }
        return elapsed
    }

    /// `nil` before there are two frames at different times.
    var measurement: RateMeasurement? {
        guard intervals > 0, elapsed > .zero else { return nil }
        return RateMeasurement(
            rate: Double(intervals) / elapsed.seconds,
            jitter: intervals > 1 ? (squares / Double(intervals - 1)).squareRoot() : 0,
            frames: intervals + 1,
            lost: lost,
            damaged: damaged
        )
    }

    private mutating func add(_ interval: Double) {
        intervals += 1
        let difference = interval - mean
        mean += difference / Double(intervals)
        squares += difference * (interval - mean)
    }
}

extension RateMeasurement {
    /// How long it is waited for a frame before it is asked whether to end, in seconds.
    private static let turn = RationalTime(1, 10)

    /// Streams for a while.
    ///
    /// - Parameters:
    ///   - stream: is started and stopped.
    ///   - span: of the frames' own time.
    ///   - patience: how long to wait for them.
    ///   - clock: the system's monotonic clock.
    ///   - isCancelled: is asked ten times a second at least.
    /// - Returns: the rate, where enough frames came.
    /// - Throws: what the stream throws, and ``CaptureError`` `.cancelled`.
    static func measuring(
        _ stream: any CaptureStream,
        for span: RationalTime,
        patience: MeasuringPatience,
        clock: () -> RationalTime = MonotonicClock.now,
        isCancelled: () -> Bool = { false }
    ) throws(CaptureError) -> MeasuringOutcome {
        var meter = RateMeter(interval: patience.interval)
        var images = ImageCheck(stream.mode)
        // When the first frame came, and the newest one, and the longest time between two.
        var (first, newest) = (RationalTime?.none, RationalTime?.none)
        var longest = RationalTime.zero
        try stream.start()
        let start = clock()
        do throws(CaptureError) {
            while meter.elapsed < span {
                let limit = first == nil ? patience.untilFirst : patience.fromFirst(longest)
                if isCancelled() { throw CaptureError(.cancelled, "interrupted; the rate was not measured to the end") }
                guard let end = try? (first ?? start) + limit, let left = try? end - clock(), left > .zero else {
                    break
                }
                _ = try stream.nextFrame(within: min(left, turn)) { bytes, frame in
                    unsafe bytes.withUnsafeBytes { bytes in
                        _ = unsafe images?.fault(
                            of: Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self)),
                            at: frame.timestamp
                        )
                    }
                    let now = clock()
                    if let newest, let step = try? now - newest { longest = max(longest, step) }
                    first = first ?? now
                    newest = now
                    meter.take(frame)
                }
            }
        } catch {
            try? stream.stop()
            throw error
        }
        let waited = (try? clock() - start) ?? .zero
        try stream.stop()
        return MeasuringOutcome(
            measurement: meter.measurement,
            frames: meter.seen,
            waited: waited,
            otherSize: images?.delivered
        )
    }
}
