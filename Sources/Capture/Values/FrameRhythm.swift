/// How evenly a camera delivers, and how fast.
struct FrameRhythm {
    /// The camera's interval, as a part of the one that it granted.
    private(set) var pace = 1.0
    /// Whether timestamps scatter so much that single frames say little.
    private(set) var isUneven = false

    /// It is measured anew after so many frames: often while little is known of it, then as often as a quarter of the frames
    /// that it is taken from are new.
    private static let (firstPeriod, period) = (16, 64)
    /// Frames over which the rate is that of the long run.
    static let longRun = 256
    /// Frames that are looked at for the rate lately.
    private static let recent = 256
    /// Of fewer frames nothing is known.
    private static let fewest = 16
    /// Half of all intervals differ by more than this where timestamps scatter; in intervals.
    private static let unevenness = 0.36
    /// Frames of a part in which intervals are compared: where the rate becomes another, it is one within most parts all the same.
    private static let part = 32
    /// A longer time between two frames than this is a gap, in the camera's own intervals.
    private static let gap = 1.5
    /// One span of this number without a gap is enough.
    private static let cleanPart = 8

    /// Whether it is to be measured after a number of frames. That takes the time of some hundred frames.
    static func isDue(after count: Int) -> Bool { count % (count < longRun ? firstPeriod : period) == 0 }

    /// Measures the newest frames.
    ///
    /// - Parameters:
    ///   - ticks: the frames.
    ///   - lost: frames that were found missing by time before each of them.
    mutating func measure(_ ticks: [FrameTick], _ lost: [Int64]) {
        guard ticks.count >= Self.fewest else { return }
        let recent = ticks.suffix(Self.recent)
        if let beat = FrameBeat(recent) {
            (pace, isUneven) = (beat.interval, false)
            return
        }
        isUneven = Self.scatter(of: Self.spans(of: 1, in: recent, pace).map(\.interval)) > Self.unevenness
        pace = isUneven ? Self.longRun(ticks, lost) : Self.lately(recent, pace)
    }

    /// From now on the interval is that part of what it was.
    mutating func turn(_ ratio: Double) { pace *= ratio }

    /// From the beginning to the end. Losses that are not found yet make it too long, so that fewer are found, and none too
    /// many.
    private static func longRun(_ ticks: [FrameTick], _ lost: [Int64]) -> Double {
        let places = lost.indices.map { ticks[$0].index + lost[$0] - lost[0] - ticks[0].index }
        // The middle of many frames at both ends.
        let part = ticks.count / 4
        let steps = (0..<part).compactMap { first -> Double? in
            let last = ticks.count - part + first
            let distance = places[last] - places[first]
            return distance > 0 ? (ticks[last].position - ticks[first].position) / Double(distance) : nil
        }
        return median(steps)
    }

    /// Of the newest frames: between those that have no gap between them where these are most; else that, or between all of them,
    /// whichever is nearer to what it was before. Losses make the one too long, frames that come late one by one the other too short.
    private static func lately(_ ticks: ArraySlice<FrameTick>, _ pace: Double) -> Double {
        let whole = median(spans(of: min(32, ticks.count / 2), in: ticks, pace).map(\.interval))
        for length in [32, 16, 8] where ticks.count > 2 * length {
            let all = spans(of: length, in: ticks, pace)
            let clean = all.filter(\.isClean)
            guard clean.count * cleanPart >= all.count else { continue }
            let between = median(clean.map(\.interval))
            if clean.count * 2 >= all.count { return between }
            return abs(between - pace) < abs(whole - pace) ? between : whole
        }
        return whole
    }

    private static func spans(
        of length: Int,
        in ticks: ArraySlice<FrameTick>,
        _ pace: Double
    ) -> [(interval: Double, isClean: Bool)] {
        var gaps = [0]
        for place in ticks.indices.dropFirst() {
            let elapsed = ticks[place].position - ticks[place - 1].position
            let isGap = elapsed > gap * pace * Double(max(1, ticks[place].index - ticks[place - 1].index))
            gaps.append((gaps.last ?? 0) + (isGap ? 1 : 0))
        }
        return (length..<ticks.count).compactMap { end in
            let (first, last) = (ticks[ticks.startIndex + end - length], ticks[ticks.startIndex + end])
            guard last.index > first.index, last.position > first.position else { return nil }
            let interval = (last.position - first.position) / Double(last.index - first.index)
            return (interval, gaps[end] == gaps[end - length])
        }
    }

    /// The lower one of both where the number is even; 1 for none.
    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 1 : values.sorted()[(values.count - 1) / 2]
    }

    /// How much intervals differ in the middle one of the parts.
    private static func scatter(of intervals: [Double]) -> Double {
        let starts = stride(from: 0, to: max(1, intervals.count - part / 2), by: part)
        let spreads = starts.map { spread(Array(intervals[$0..<min($0 + part, intervals.count)])) }
        return median(spreads)
    }

    /// Between which values the middle half lies.
    private static func spread(_ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        return sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
    }
}
