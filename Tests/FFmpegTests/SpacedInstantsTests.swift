import Testing

@testable import FFmpeg

/// Frames that come faster than their container counts.
@Suite struct SpacedInstantsTests {
    private static let unit = TimeBase(1, 1000)

    /// When frames are presented at a rate, to the nearest millisecond, or cut to it.
    private static func timestamps(_ rate: Double, count: Int, isCut: Bool = false) -> [Int64] {
        (0..<count).map { Int64((Double($0) * 1000 / rate).rounded(isCut ? .down : .toNearestOrAwayFromZero)) }
    }

    @Test(arguments: [1200, 1500, 2000, 2400, 5000, 10_000] as [Int32], [false, true])
    func `The rate is one in use that explains all timestamps`(rate: Int32, isCut: Bool) {
        let times = Self.timestamps(Double(rate), count: 112, isCut: isCut)
        #expect(SpacedInstants.rate(of: times, unit: Self.unit, stated: nil) == TimeBase(rate, 1))
    }

    @Test func `A stated rate is believed where it explains them`() {
        let times = Self.timestamps(1777, count: 112)
        #expect(SpacedInstants.rate(of: times, unit: Self.unit, stated: TimeBase(1777, 1)) == TimeBase(1777, 1))
        #expect(SpacedInstants.rate(of: times, unit: Self.unit, stated: TimeBase(3000, 1)) == TimeBase(111_000, 62))
    }

    @Test func `Where timestamps tell frames apart, there is none`() {
        for rate in [30.0, 240, 960, 1000] {
            #expect(SpacedInstants.rate(of: Self.timestamps(rate, count: 112), unit: Self.unit, stated: nil) == nil)
        }
        #expect(SpacedInstants.rate(of: Array(repeating: 7, count: 112), unit: Self.unit, stated: nil) == nil)
        // Two frames that share one by mistake.
        #expect(SpacedInstants.rate(of: [0, 33, 67, 67, 133, 167, 200, 233], unit: Self.unit, stated: nil) == nil)
    }

    @Test(arguments: [1200, 2000, 2400, 10_000] as [Int32]) func `Instants are exact`(rate: Int32) throws {
        var instants = try #require(SpacedInstants(rate: TimeBase(rate, 1), unit: Self.unit))
        for (number, time) in Self.timestamps(Double(rate), count: 25_000).enumerated() {
            let exact = Double(number) * 1_000_000 / Double(rate)
            #expect(abs(Double(instants.next(time)) - exact) <= 0.5)
        }
    }

    @Test func `Behind a gap they are counted from the next timestamp on, and none comes back`() throws {
        var instants = try #require(SpacedInstants(rate: TimeBase(2000, 1), unit: Self.unit))
        let times: [Int64] = [0, 1, 1, 2, 9, 10, 10, 11, 3, 3]
        #expect(
            times.map { instants.next($0) }
                == [0, 500, 1000, 1500, 9000, 9500, 10_000, 10_500, 10_501, 10_502]
        )
    }
}
