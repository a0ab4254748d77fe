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
