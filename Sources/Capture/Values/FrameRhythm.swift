/// How evenly a camera delivers, and how fast.
struct FrameRhythm {
    /// The camera's interval, as a part of the one that it granted.
    private(set) var pace = 1.0
    /// Whether timestamps scatter so much that single frames say little.
    private(set) var isUneven = false
    /// The pace at which frames came evenly last, but for some that were missing; `nil` where they never did.
    private var even: Double?

    /// It is measured anew after so many frames: often while little is known of it, then as often as a quarter of the frames
    /// that it is taken from are new.
    private static let (firstPeriod, period) = (16, 64)
    /// Frames over which the rate is that of the long run.
    static let longRun = 256
    /// Frames that are looked at for the rate lately.
    private static let recent = 256
    /// Of fewer frames nothing is known.
    private static let fewest = 16
    /// Of fewer frames it is not sure that they come evenly: a clock whose steps are nearly an interval shows it late.
    private static let fewestEven = 48
    /// Half of all intervals differ by more than this where timestamps scatter; in intervals.
    private static let unevenness = 0.36
    /// Frames of a part in which intervals are compared: where the rate becomes another, it is one within most parts all the same.
    private static let part = 32
    /// A longer time between two frames than this is a gap, in the camera's own intervals.
    private static let gap = 1.5
    /// Frames after which pairs, threes and fours are the same as before.
    private static let repeats = 24
    /// Of so many frames in a row the earliest is steady where half of its changes are no more than the one, and seven of eight no more
    /// than the other, in intervals.
    private static let (few, steadiness, leap) = (8, 0.04, 0.25)
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
        let beat = FrameBeat(recent, even: even)
        if case .losses(let interval) = beat {
            (pace, isUneven, even) = (interval, false, interval)
            return
        }
        let intervals = Self.spans(of: 1, in: recent, pace).map(\.interval)
        guard beat != nil || Self.scatter(of: intervals) > Self.unevenness else {
            (pace, isUneven) = (Self.lately(recent, pace, even: even), false)
            if recent.count >= Self.fewestEven { even = pace }
            return
        }
        let settled = Self.settled(recent, pace)
        isUneven = !Self.isSteady(recent, settled)
        pace = isUneven ? Self.longRun(ticks, lost) : settled
    }

    /// From now on the interval is that part of what it was.
    mutating func turn(_ ratio: Double) {
        pace *= ratio
        even = even.map { $0 * ratio }
    }

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
    /// whichever is nearer to what it was when they came evenly. Losses make the one too long, frames that come late one by one the other too
    /// short. Before that is known, frames may be missing from the first on, and only the granted rate speaks for all of them.
    private static func lately(_ ticks: ArraySlice<FrameTick>, _ pace: Double, even: Double?) -> Double {
        let whole = median(spans(of: min(32, ticks.count / 2), in: ticks, pace).map(\.interval))
        for length in [32, 16, 8] where ticks.count > 2 * length {
            let all = spans(of: length, in: ticks, pace)
            let clean = all.filter(\.isClean)
            guard clean.count * cleanPart >= all.count else { continue }
            let between = median(clean.map(\.interval))
            if clean.count * 2 >= all.count { return between }
            guard let even else { return abs(whole - 1) <= FrameBeat.granted ? whole : between }
            return abs(between - even) < abs(whole - even) ? between : whole
        }
        return whole
    }

    /// Of the newest frames, however their stamps are scattered in what repeats: between those that are 24 apart, which is whole pairs,
    /// threes and fours, by the middle half of them.
    private static func settled(_ ticks: ArraySlice<FrameTick>, _ pace: Double) -> Double {
        let all = spans(of: min(repeats, ticks.count / 2), in: ticks, pace).map(\.interval).sorted()
        let middle = all[all.count / 4..<max(all.count / 4, all.count - all.count / 4)]
        return middle.isEmpty ? pace : middle.reduce(0, +) / Double(middle.count)
    }

    /// Whether the earliest of each few frames come evenly, whatever lies between them: then a frame that is missing shows in them.
    private static func isSteady(_ ticks: ArraySlice<FrameTick>, _ pace: Double) -> Bool {
        let (few, all) = (Self.few, Array(ticks))
        guard let first = all.first, all.count >= 4 * few else { return false }
        let lateness = all.map { ($0.position - first.position) / pace - Double($0.index - first.index) }
        let earliest = stride(from: 0, through: all.count - few, by: few).map { lateness[$0..<$0 + few].min() ?? 0 }
        let changes = zip(earliest.dropFirst(), earliest).map { abs($0 - $1) }.sorted()
        return changes[changes.count / 2] <= steadiness && changes[changes.count * 7 / 8] <= leap
    }

    private static func spans(
        of length: Int,
        in ticks: ArraySlice<FrameTick>,
        _ pace: Double
    ) -> [(interval: Double, isClean: Bool)] {
        var gaps = [0]
        for place in ticks.indices.dropFirst() {
            // Where the next frame makes up for it, the one is late, and none is missing.
            let isGap = (place...min(place + 1, ticks.endIndex - 1)).allSatisfy {
                let places = Double(max(1, ticks[$0].index - ticks[place - 1].index))
                return ticks[$0].position - ticks[place - 1].position > (places - 1 + gap) * pace
            }
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
