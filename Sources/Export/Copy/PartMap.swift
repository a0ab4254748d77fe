internal import MediaTime

/// The map of a part of a track from the source's time to the target's. Its segments follow one another in both times.
///
/// Instants before the first segment and after the last are mapped at those segments' rates. One that is taken out between two is
/// where the later one begins.
struct PartMap {
    private let segments: [TimeMapping]

    init(_ segments: [TimeMapping]) { self.segments = segments }

    /// The nearest tick of the target to an instant of the source. Ticks last `unit / over` seconds.
    ///
    /// - Complexity: O(log n) in the number of segments.
    func ticks(of instant: RationalTime, unit: Int32, over: Int32) throws(TimeOverflow) -> Int64 {
        guard !segments.isEmpty else { return 0 }
        let place = index(of: instant)
        let segment = segments[place]
        return try segment.targetTicks(
            ofSource: place > 0 ? max(instant, segment.source.start) : instant,
            unit: unit,
            over: over,
            rounding: .nearest
        )
    }

    /// How many times as long what is played between two instants of the source takes in the target. What is taken out between two segments
    /// does not count.
    ///
    /// - Complexity: O(log n) in the number of segments, and O(those between the instants).
    func stretch(from start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> Double? {
        var played = 0.0
        for place in index(of: start)..<segments.count {
            let range = segments[place].source
            let from = place > 0 ? max(start, range.start) : start
            guard from < end else { break }
            played += (place < segments.count - 1 ? min(end, range.end) : end).seconds - from.seconds
        }
        let nanosecond: Int32 = 1_000_000_000
        let (first, last) = try (
            ticks(of: start, unit: 1, over: nanosecond), ticks(of: end, unit: 1, over: nanosecond)
        )
        return played > 0 ? Double(last &- first) / Double(nanosecond) / played : nil
    }

    /// The segment that plays an instant, or the one next to it.
    private func index(of instant: RationalTime) -> Int {
        var (low, high) = (0, max(0, segments.count - 1))
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].source.end <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
