import Composition
import MediaTime
import Testing

@testable import Export

/// Bounds of texts and chapters that were rounded beside a hold.
@Suite struct RangeBoundTests {
    private static func time(_ microseconds: Int64) -> RationalTime { RationalTime(microseconds, 1_000_000) }

    /// Holds of instants, in microseconds.
    private static func holds(_ instants: [Int64]) throws -> [TimeMapping] {
        try instants.enumerated().map { place, instant in
            let target = try TimeRange(start: RationalTime(Int64(place), 1), end: RationalTime(Int64(place) + 1, 1))
            return .hold(time(instant), for: target)
        }
    }

    @Test(
        arguments: [
            // Within half a millisecond, and beyond it.
            ([1_701_700], 1_702_000, 1000, 1_701_700), ([1_701_400], 1_702_000, 1000, 1_702_000),
            // A finer clock, and one that says nothing of which frame that is.
            ([1_701_700], 1_702_000, 100, 1_702_000), ([1_980_000], 2_000_000, 40_000, 2_000_000),
            ([1_999_700], 2_000_000, 1_000_000, 1_999_700),
            // The nearest.
            ([1_999_600, 2_000_100, 2_000_300], 2_000_000, 1000, 2_000_100),
            ([1_999_900, 2_000_000], 2_000_000, 1000, 2_000_000), ([], 2_000_000, 1000, 2_000_000),
        ] as [([Int64], Int64, Int64, Int64)]
    )
    func `A bound beside a hold`(holds: [Int64], bound: Int64, tick: Int64, expected: Int64) throws {
        let found = try Self.holds(holds).unrounded(Self.time(bound), tick: Self.time(tick))
        #expect(found == Self.time(expected))
    }

    @Test func `A range does not become empty`() throws {
        let holds = try Self.holds([2_000_300])
        let range = try TimeRange(start: Self.time(2_000_000), end: Self.time(2_000_700))
        #expect(holds.unrounded(range, tick: Self.time(1000)) == range)
        let longer = try TimeRange(start: Self.time(2_000_000), end: Self.time(3_000_000))
        #expect(holds.unrounded(longer, tick: Self.time(1000)).start == Self.time(2_000_300))
    }
}
