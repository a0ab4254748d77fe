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
    /// Frames that the driver marked as damaged.
    public let damaged: Int
}

/// Measures a camera's rate from what it says of its frames.
struct RateMeter {
    /// The number of frames at the beginning that are not measured, because they are often late.
    private static let settling = 2

    private var seen = 0
    private var first: RationalTime?
    private var last: CapturedFrame?
    private var intervals = 0
    private var lost = 0
    private var damaged = 0
    /// Welford's running mean and sum of squares (Technometrics 4, 1962).
    private var mean = 0.0
    private var squares = 0.0

    mutating func take(_ frame: CapturedFrame) {
        seen += 1
        guard seen > Self.settling else { return }
        if frame.isDamaged { damaged += 1 }
        if let last {
            lost += Int(max(Int32(bitPattern: frame.sequence &- last.sequence), 1) - 1)
            add((try? frame.timestamp - last.timestamp)?.seconds ?? 0)
        } else {
            first = frame.timestamp
        }
        last = frame
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
    /// Streams for a while.
    ///
    /// - Parameters:
    ///   - stream: is started and stopped.
    ///   - span: of the frames' own time.
    ///   - patience: how long to wait altogether, should they not come.
    /// - Returns: `nil` where too few came.
    /// - Throws: what the stream throws.
    static func measuring(
        _ stream: any CaptureStream,
        for span: RationalTime,
        patience: RationalTime
    ) throws(CaptureError) -> RateMeasurement? {
        var meter = RateMeter()
        let end = ContinuousClock.now + .seconds(patience.seconds)
        try stream.start()
        do {
            while meter.elapsed < span {
                let left = (end - .now) / .milliseconds(1)
                guard left >= 1 else { break }
                _ = try stream.nextFrame(within: RationalTime(Int64(left), 1000)) { _, frame in meter.take(frame) }
            }
        } catch {
            try? stream.stop()
            throw error
        }
        try stream.stop()
        return meter.measurement
    }
}
