/// A range of time, half-open: `[start, start + duration)`.
public struct TimeRange: Hashable, Sendable, CustomStringConvertible {
    /// The first instant in the range.
    public let start: RationalTime
    /// The length; never negative.
    public let duration: RationalTime
    /// The first instant after the range.
    public let end: RationalTime

    /// The range of a length from a start.
    ///
    /// - Precondition: `duration` is not negative.
    /// - Throws: ``TimeOverflow`` where the end cannot be expressed.
    public init(start: RationalTime, duration: RationalTime) throws(TimeOverflow) {
        precondition(!duration.isNegative, "a range's duration is not negative")
        self.start = start
        self.duration = duration
        self.end = try start + duration
    }

    /// The range between two instants; empty where `end` is not after `start`.
    ///
    /// - Throws: ``TimeOverflow`` where the length cannot be expressed.
    public init(start: RationalTime, end: RationalTime) throws(TimeOverflow) {
        self.start = start
        self.end = max(start, end)
        self.duration = try self.end - start
    }

    /// The empty range at an instant.
    public static func instant(_ time: RationalTime) -> TimeRange {
        TimeRange(start: time, duration: .zero, end: time)
    }

    private init(start: RationalTime, duration: RationalTime, end: RationalTime) {
        self.start = start
        self.duration = duration
        self.end = end
    }

    /// Whether it contains no instant.
    public var isEmpty: Bool { duration == .zero }

    /// Whether the instant is in the half-open range.
    public func contains(_ time: RationalTime) -> Bool { start <= time && time < end }

    /// Whether every instant of the other range is in this one. An empty range is in this one if its instant lies in it or at
    /// its end.
    public func contains(_ other: TimeRange) -> Bool { start <= other.start && other.end <= end }

    /// The instants that are in both ranges; `nil` where there are none.
    ///
    /// - Throws: ``TimeOverflow`` where the common length cannot be expressed.
    public func intersection(_ other: TimeRange) throws(TimeOverflow) -> TimeRange? {
        let (start, end) = (max(start, other.start), min(end, other.end))
        return start < end ? try TimeRange(start: start, end: end) : nil
    }

    /// `[0 s, 3/2 s)`.
    public var description: String { "[\(start), \(end))" }
}
