/// How the times of one message are written: as ``RationalTime/clock``, with more decimal places where two different times would read the same.
public struct ClockText: Hashable, Sendable {
    /// Decimal places of a second.
    private let places: Int

    /// Of the times that a message compares.
    ///
    /// - Parameter times: In any order; equal ones read the same.
    /// - Complexity: O(n log n).
    public init(tellingApart times: [RationalTime]) {
        let sorted = times.sorted()
        let pairs = zip(sorted, sorted.dropFirst()).filter { $0 < $1 }
        let few = stride(from: 3, to: Self.most, by: 3).first { places in
            pairs.allSatisfy { $0.clock(places: places) != $1.clock(places: places) }
        }
        places = few ?? Self.most
    }

    /// As many as 128 bits hold of any time.
    private static let most = 18

    /// A time.
    ///
    /// - Parameter time: Any.
    /// - Returns: `00:01:30.500`, or `00:01:30.500250`.
    public func callAsFunction(_ time: RationalTime) -> String { time.clock(places: places) }

    /// A range.
    ///
    /// - Parameter range: Any.
    /// - Returns: `00:00:01.000 to 00:01:30.500`.
    public func callAsFunction(_ range: TimeRange) -> String { "\(self(range.start)) to \(self(range.end))" }
}
