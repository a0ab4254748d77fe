internal import DequeModule
public import MediaTime

/// How the frames of a track follow one another, measured from every timestamp.
public struct FrameTiming: Hashable, Sendable {
    /// The number of frames that are presented.
    public private(set) var count: Int64 = 0
    /// The number of frames that are decoded but not presented: the container's edit list leaves them out.
    public private(set) var hidden: Int64 = 0
    /// The number of frames beside them of which nothing says when they are presented.
    public private(set) var untimed: Int64 = 0
    /// The first timestamp, in asset time.
    public private(set) var first: RationalTime = .zero
    /// The last timestamp, in asset time.
    public private(set) var last: RationalTime = .zero
    /// How long the last frame is presented, as the container says.
    public private(set) var lastDuration: RationalTime = .zero
    /// How often each interval occurs, up to ``maximumIntervals`` different ones.
    public private(set) var intervals: [RationalTime: Int64] = [:]
    /// The shortest interval between two frames.
    public private(set) var shortest: RationalTime?
    /// The longest interval between two frames.
    public private(set) var longest: RationalTime?
    /// The most frames that begin within a second.
    public private(set) var mostInSecond = 0
    /// When those begin that begin within the last second.
    private var recent = Deque<RationalTime>()
    /// Whether there are more different intervals than ``maximumIntervals``.
    public private(set) var hasMoreIntervals = false

    /// At most this many different intervals are counted: longer lists help nobody.
    public static let maximumIntervals = 64

    package init() {}

    /// Takes the next frame, in presentation order.
    package mutating func add(_ timestamp: RationalTime, lasting duration: RationalTime) {
        if count == 0 {
            first = timestamp
        } else if let interval = try? timestamp - last {
            shortest = min(shortest ?? interval, interval)
            longest = max(longest ?? interval, interval)
            if intervals[interval] != nil || intervals.count < Self.maximumIntervals {
                intervals[interval, default: 0] += 1
            } else {
                hasMoreIntervals = true
            }
        }
        while let oldest = recent.first, timestamp.seconds - oldest.seconds >= 1 - 1e-6 { recent.removeFirst() }
        recent.append(timestamp)
        mostInSecond = max(mostInSecond, recent.count)
        last = timestamp
        lastDuration = duration
        count += 1
    }

    /// Takes frames that are not presented.
    mutating func addHidden(_ count: Int64) { hidden += count }

    mutating func addUntimed(_ count: Int64) { untimed += count }

    /// From the first frame to the end of the last; `nil` where it does not fit 64 bits.
    public var span: RationalTime? { end.flatMap { try? $0 - first } }

    /// When the last frame ends, in asset time; `nil` where it does not fit 64 bits.
    public var end: RationalTime? { try? last + lastDuration }

    /// The rate, where every interval is the same; `nil` for variable rates and for less than two frames.
    public var constantRate: FrameRate? {
        guard let shortest, shortest == longest else { return nil }
        return FrameRate(frameDuration: shortest)
    }

    /// The rate whose frames these are but for the rounding of timestamps: two intervals that differ by the least unit of both, and a
    /// whole that is no further from the rate's than that; `nil` for any other frames, and for too few to tell.
    public var roundedRate: FrameRate? {
        guard let shortest, let longest, intervals.count == 2, !hasMoreIntervals, count > 2,
            let unit = try? longest - shortest, let span = try? last - first,
            // Timestamps that count this unit, and none that is coarse.
            unit.seconds <= 0.001, Self.isMultiple(shortest, of: unit), let average = averageRate
        else { return nil }
        let whole = Int32(min(max(average, 1), 1e6).rounded())
        let candidates = [FrameRate(whole), FrameRate(1000 * whole, 1001)]
        let fitting = candidates.filter { rate in
            guard let off = try? rate.time(ofFrame: count - 1) - span else { return false }
            return abs(off.seconds) <= unit.seconds * 1.001
        }
        // Where both are possible, there are too few frames to tell.
        return fitting.count == 1 ? fitting.first : nil
    }

    /// The mean rate, in frames a second of asset time, where no frame is missing, and between how many frames one is, or the picture
    /// stood still: those that are further apart than one and a half times the median. `nil` for less than two frames, and where
    /// there are too many different intervals to tell.
    public var unbrokenRate: (rate: FrameRate, breaks: Int64)? {
        let all = intervals.values.reduce(0, +)
        guard all > 0, !hasMoreIntervals else { return nil }
        let ascending = intervals.sorted { $0.key < $1.key }
        var below: Int64 = 0
        let middle = ascending.first { interval in
            below += interval.value
            return 2 * below >= all
        }
        guard let median = middle?.key.seconds else { return nil }
        let unbroken = ascending.filter { $0.key.seconds <= 1.5 * median }
        let count = unbroken.reduce(0) { $0 + $1.value }
        let sum = try? unbroken.reduce(RationalTime.zero) { try $0 + $1.key.scaled(by: $1.value, over: 1) }
        return (try? sum?.scaled(by: 1, over: count)).flatMap(FrameRate.init(frameDuration:)).map { ($0, all - count) }
    }

    private static func isMultiple(_ time: RationalTime, of unit: RationalTime) -> Bool {
        let quotient = time.seconds / unit.seconds
        return abs(quotient - quotient.rounded()) < 1e-6
    }

    /// Whether the intervals differ.
    public var isVariable: Bool { shortest != longest }

    /// Frames a second over the whole track, for display; `nil` for less than two frames.
    public var averageRate: Double? {
        guard count > 1, let span = try? last - first, span.seconds > 0 else { return nil }
        return Double(count - 1) / span.seconds
    }
}
