public import MediaTime

/// Where the same instant lies in two recordings that were made by one clock, such as those of two cameras.
public struct CommonTime: Hashable, Sendable {
    /// How much later the second recording's time zero was than the first one's, in seconds; negative where it was earlier.
    public let offset: RationalTime

    /// The common time of two recordings; `nil` where their clocks are not the same, or the distance cannot be expressed.
    public init?(_ first: RecordedClock, _ second: RecordedClock) {
        guard first.name == second.name, let offset = try? second.origin - first.origin else { return nil }
        self.offset = offset
    }

    /// The second recording's asset time at which it shows what the first one shows at a time. It may lie outside of both.
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    public func second(at first: RationalTime) throws(TimeOverflow) -> RationalTime { try first - offset }

    /// The first recording's asset time at which it shows what the second one shows at a time. It may lie outside of both.
    ///
    /// - Throws: `TimeOverflow` where it cannot be expressed.
    public func first(at second: RationalTime) throws(TimeOverflow) -> RationalTime { try second + offset }

    /// What both show: the same instants, in the asset time of each.
    ///
    /// - Parameters:
    ///   - first: what the first recording shows.
    ///   - second: what the second one shows.
    /// - Returns: two ranges of one length; `nil` where they have no instant in common.
    /// - Throws: `TimeOverflow` where a time cannot be expressed.
    public func overlap(
        _ first: TimeRange,
        _ second: TimeRange
    ) throws(TimeOverflow) -> (first: TimeRange, second: TimeRange)? {
        let start = try self.first(at: second.start)
        guard let common = try first.intersection(TimeRange(start: start, duration: second.duration)) else {
            return nil
        }
        return (common, try TimeRange(start: self.second(at: common.start), duration: common.duration))
    }
}
