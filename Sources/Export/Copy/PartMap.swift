internal import MediaTime

/// The map of a part of a track from the source's time to the target's. Its segments follow one another in both times.
///
/// Instants before the first segment and after the last are mapped at those segments' rates. One that is taken out between two is
/// where the later one begins, and one that is held is where that begins (``RangeBound``).
struct PartMap {
    private let segments: [TimeMapping]

    init(_ segments: [TimeMapping]) { self.segments = segments }

    /// The nearest tick of the target to an instant of the source, at which something begins or ends. Ticks last `unit / over` seconds.
    ///
    /// - Complexity: O(log n) in the number of segments.
    func ticks(
        of instant: RationalTime,
        as bound: RangeBound,
        unit: Int32,
        over: Int32
    ) throws(TimeOverflow) -> Int64 {
        switch segments.target(of: instant, as: bound) {
        case .edge(let time): try time.ticks(ofUnit: unit, over: over, rounding: .nearest)
        case .within(let segment):
            try segment.targetTicks(ofSource: instant, unit: unit, over: over, rounding: .nearest)
        case nil: 0
        }
    }

    /// How many times as long what is played between two instants of the source takes in the target. What is taken out between two segments
    /// does not count.
    ///
    /// - Complexity: O(log n) in the number of segments, and O(those between the instants).
    func stretch(from start: RationalTime, to end: RationalTime) throws(TimeOverflow) -> Double? {
        var played = 0.0
        for place in segments.place(of: start, as: .start)..<segments.count where segments[place].course != .hold {
            let range = segments[place].source
            let from = place > 0 ? max(start, range.start) : start
            guard from < end else { break }
            played += (place < segments.count - 1 ? min(end, range.end) : end).seconds - from.seconds
        }
        let nanosecond: Int32 = 1_000_000_000
        let (first, last) = try (
            ticks(of: start, as: .start, unit: 1, over: nanosecond), ticks(of: end, as: .end, unit: 1, over: nanosecond)
        )
        return played > 0 ? Double(last &- first) / Double(nanosecond) / played : nil
    }
}
