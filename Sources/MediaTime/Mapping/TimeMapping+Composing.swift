extension TimeMapping {
    /// This mapping with a ramp applied to its target time. `target` is the range in which the ramp plays it. `nil` where the
    /// result is neither a ramp nor a hold: for ramps and reversals.
    ///
    /// - Throws: ``TimeOverflow`` where a rate or a time does not fit.
    public func ramped(by ramp: Ramp, in target: TimeRange) throws(TimeOverflow) -> TimeMapping? {
        switch course {
        case .hold:
            return try moved(to: target)
        case .ramp, .reverse:
            return nil
        case .constant(let rate):
            let (from, to) = ramp.curve.ends
            guard let first = from.multiplied(by: rate), let last = to.multiplied(by: rate) else {
                throw TimeOverflow("\(rate) × \(from)..\(to)")
            }
            // The whole ramp can begin before this mapping, and even before the source.
            let start = try sourceTime(ofTarget: ramp.source.start)
            let whole = try Ramp(
                TimeRange(start: start, duration: rate.sourceDuration(of: ramp.source.duration)),
                at: ramp.target.start,
                from: first,
                to: last,
                ramp.curve.shape
            )
            return TimeMapping(source: source, target: target, course: .ramp(whole))
        }
    }

    /// The same part of the source, played in the other direction; `nil` for a ramp.
    ///
    /// - Throws: ``TimeOverflow`` where a rate does not fit.
    public func reversed(in target: TimeRange) throws(TimeOverflow) -> TimeMapping? {
        switch course {
        case .constant: return try .reverse(source, in: target)
        case .reverse: return try TimeMapping(source: source, target: target)
        case .hold: return try moved(to: target)
        case .ramp: return nil
        }
    }
}
