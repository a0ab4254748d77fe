import Composition
import FFmpeg
import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

/// A line in 64 bits says what exact fractions say, or nothing.
@Suite struct TickMapTests {
    @Test(arguments: [PlaybackRate.normal, .rate(1, 2), .rate(3, 7), .rate(1001, 1000), .rate(8)])
    func `Ticks are those of the mapping, rounded once`(rate: PlaybackRate) throws {
        var random = SplitMix64(seed: 5)
        for (scale, origin) in [
            (Int32(15_360), RationalTime.zero), (90_000, RationalTime(12_345, 90_000)),
            (30_000, RationalTime(-1, 48_000)),
        ] {
            let source = try TimeRange(start: RationalTime(1, 3), duration: RationalTime(60, 1))
            let target = try TimeRange(
                start: RationalTime(5, 7),
                duration: rate.targetDuration(of: source.duration)
            )
            let mapping = try TimeMapping(source: source, target: target)
            for over in [Int32(1000), 24_000, 30_720] {
                let map = try #require(
                    TickMap(mapping, tick: (1, scale), origin: origin, unit: 1, over: over)
                )
                for _ in 0..<2000 {
                    let tick = Int64(bitPattern: random.next()) >> Int64(8 + random.next() % 50)
                    guard let found = map.ticks(tick) else { continue }
                    let instant = try RationalTime(tick, scale) - origin
                    #expect(try found == mapping.targetTicks(ofSource: instant, over: over, rounding: .nearest))
                }
                #expect(map.ticks(.max) == nil)
            }
        }
    }
}
