import MediaTime
import TestSupport
import Testing

@testable import Export

/// Clocks too coarse for a constant rate: what their timestamps stand for.
@Suite struct FrameGridTests {
    @Test(arguments: [FrameRate.fps(24000, 1001), .fps(30), .fps(60000, 1001), .fps(120), .fps(240)])
    func `Milliseconds, rounded any way, mean the exact instant`(rate: FrameRate) throws {
        let origin = RationalTime(3, 10)
        let grid = try #require(FrameGrid(rate: rate, tick: RationalTime(1, 1000), origin: origin))
        for frame in 0..<2000 as Range<Int64> {
            let exact = try origin + rate.time(ofFrame: frame)
            for rounding in Rounding.allCases {
                let stamp = try exact.converted(to: 1000, rounding: rounding)
                #expect(grid.instant(of: stamp) == exact)
            }
        }
    }

    @Test func `A timestamp off the grid is believed`() throws {
        let grid = try #require(FrameGrid(rate: .fps(30), tick: RationalTime(1, 1000), origin: .zero))
        #expect(grid.instant(of: RationalTime(33, 1000)) == RationalTime(1, 30))
        #expect(grid.instant(of: RationalTime(34, 1000)) == RationalTime(1, 30))
        #expect(grid.instant(of: RationalTime(101, 1000)) == RationalTime(1, 10))
        #expect(grid.instant(of: RationalTime(102, 1000)) == RationalTime(102, 1000))
        #expect(grid.instant(of: RationalTime(35, 1000)) == RationalTime(35, 1000))
        #expect(grid.instant(of: RationalTime(50, 1000)) == RationalTime(50, 1000))
        #expect(grid.instant(of: RationalTime(-33, 1000)) == RationalTime(-1, 30))
    }

    @Test(arguments: [
        (FrameRate.fps(30), RationalTime(1, 15360)), (.fps(25), RationalTime(1, 1000)),
        (.fps(30000, 1001), RationalTime(1, 90000)), (.fps(240), RationalTime(1, 240)),
    ])
    func `A clock that can express the rate needs no grid`(rate: FrameRate, tick: RationalTime) {
        #expect(FrameGrid(rate: rate, tick: tick, origin: .zero) == nil)
    }

    @Test func `A clock coarser than the frames says nothing about them`() {
        #expect(FrameGrid(rate: .fps(240), tick: RationalTime(1, 100), origin: .zero) == nil)
        #expect(FrameGrid(rate: nil, tick: RationalTime(1, 1000), origin: .zero) == nil)
    }
}
