internal import FFmpeg
internal import MediaTime

/// When a frame is presented that comes out of the filters, and the timestamp that it must have there.
struct FilteredTime {
    /// Asset time.
    let start: RationalTime
    /// When the next frame begins, or this one ends by its duration.
    let end: RationalTime
    /// Whether it is the source's last.
    let isLast: Bool
    /// When the frame of the source is presented that it is made of (asset time).
    let origin: RationalTime
    /// The timestamp of the frame that it is made of, in ticks of ``unit``.
    let ticks: Int64
    /// Two times the timestamp that it must have; `nil` where the filter can only guess it.
    private var doubled: Int128?

    /// The unit of timestamps in filters. For filters, time zero is the beginning of the clip.
    static let unit = TimeBase(1, 1_000_000_000)

    /// The times of what becomes of a frame: one frame or two, which share its time.
    ///
    /// - Parameters:
    ///   - start: When it is presented (asset time).
    ///   - end: Until when.
    ///   - isLast: Whether it is the source's last.
    ///   - count: How many frames become of it: 1 or 2.
    /// - Returns: As many as frames become of it.
    /// - Throws: `TimeOverflow` where an instant does not fit.
    static func times(
        from start: RationalTime,
        to end: RationalTime,
        isLast: Bool,
        count: Int
    ) throws(TimeOverflow) -> [FilteredTime] {
        func ticks(_ instant: RationalTime) throws(TimeOverflow) -> Int64 {
            try instant.ticks(over: unit.denominator, rounding: .nearest)
        }
        let (first, next) = (try ticks(start), try ticks(end))
        func time(_ from: RationalTime, _ to: RationalTime, isLast: Bool, _ doubled: Int128?) -> FilteredTime {
            FilteredTime(start: from, end: to, isLast: isLast, origin: start, ticks: first, doubled: doubled)
        }
        guard count == 2 else {
            return [time(start, end, isLast: isLast, 2 * Int128(first))]
        }
        let middle = try start.middle(to: end)
        // Behind the last frame there is none from which the filter could tell how long that is presented.
        return [
            time(start, middle, isLast: false, 2 * Int128(first)),
            time(middle, end, isLast: isLast, isLast ? nil : Int128(first) + Int128(next)),
        ]
    }

    /// The same, where the filters are told that no frame follows: of two frames, they have to guess when the second one is presented.
    var lastOfFilters: FilteredTime {
        var guessed = self
        if start != origin { guessed.doubled = nil }
        return guessed
    }

    /// Whether a timestamp is the one that it must be.
    func isMet(by timestamp: Int64?, in unit: TimeBase) -> Bool {
        guard let timestamp else { return false }
        guard let doubled else { return true }
        let found = Int128(timestamp) * Int128(unit.numerator) * Int128(Self.unit.denominator) * 2
        return found == doubled * Int128(unit.denominator)
    }
}

extension RationalTime {
    /// The instant in the middle between two: when the second of two fields is presented.
    func middle(to end: RationalTime) throws(TimeOverflow) -> RationalTime { try (self + end).scaled(by: 1, over: 2) }
}
