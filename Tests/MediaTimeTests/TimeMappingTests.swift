import MediaTime
import RandomNumbers
import Testing

@Suite struct TimeMappingTests {
    private func mapping(_ start: RationalTime, _ duration: RationalTime, at rate: PlaybackRate) throws -> TimeMapping {
        let source = try TimeRange(start: start, duration: duration)
        let target = try TimeRange(start: .zero, duration: rate.targetDuration(of: duration))
        return try TimeMapping(source: source, target: target)
    }

    @Test func `Half speed doubles times, before the range too`() throws {
        let half = PlaybackRate(1, 2)
        let map = try mapping(RationalTime(1, 1), RationalTime(4, 1), at: half)
        #expect(map.rate == half)
        #expect(try map.targetTime(ofSource: RationalTime(2, 1)) == RationalTime(2, 1))
        #expect(try map.targetTime(ofSource: RationalTime(1, 2)) == RationalTime(-1, 1))
        #expect(try map.sourceTime(ofTarget: RationalTime(1, 3)) == RationalTime(7, 6))
    }

    @Test func `Ticks are rounded once, however unwieldy the fractions`() throws {
        let rate = PlaybackRate(999_983, 1_000_003)
        let hour = RationalTime(36000 * 90001, 90001)
        let map = try mapping(.zero, hour, at: rate)
        // No timescale expresses this instant; its tick is found all the same.
        let time = RationalTime(1001 * 1_294_705, 120_000)
        #expect(throws: TimeOverflow.self) { try map.targetTime(ofSource: RationalTime(1, Int64.max)) }
        let ticks = try map.targetTicks(ofSource: time, over: 705_600_000, rounding: .down)
        let above = Int128(time.value) * 1_000_003 * 705_600_000
        #expect(Int128(ticks) == above / (120_000 * 999_983))
    }

    @Test func `Ticks of any media of ten hours are found, whatever the timescales`() throws {
        let scales: [Int32] = [24, 600, 1001, 15360, 19200, 44100, 48000, 90000, 120_000, 1_000_000, 705_600_000]
        var generator = SplitMix64(seed: 5)
        func time() -> RationalTime {
            let scale = scales.randomElement(using: &generator) ?? 1
            return RationalTime(.random(in: 1...36000 * Int64(scale), using: &generator), scale)
        }
        for _ in 0..<5000 {
            let (start, duration, length) = (time(), time(), time())
            // A range starts and lasts in the units of one track.
            let source = try TimeRange(
                start: start,
                duration: duration.converted(to: Int32(start.timescale), rounding: .up)
            )
            let map = try TimeMapping(source: source, target: TimeRange(start: .zero, duration: length))
            let (instant, over) = (time(), scales.randomElement(using: &generator) ?? 1)
            let ticks = try map.targetTicks(ofSource: instant, unit: 1001, over: over, rounding: .nearest)
            let below = try map.targetTicks(ofSource: instant, unit: 1001, over: over, rounding: .down)
            #expect(ticks == below || ticks == below + 1)
            // The whole tick below lies no later than the instant, the next one later: seen from the source.
            let above = try #require(RationalTime(ticks: below + 1, unitNumerator: 1001, unitDenominator: over))
            #expect(
                try map.sourceTicks(ofTarget: above, over: 48000, rounding: .up)
                    >= instant.ticks(over: 48000, rounding: .down)
            )
        }
    }

    @Test func `A half is found where its double would need more than 128 bits`() throws {
        let (a, b): (Int32, Int32) = (2_147_483_647, 2_147_483_629)
        let map = try TimeMapping(
            source: TimeRange(start: .zero, duration: RationalTime(.max - 24, 1)),
            target: TimeRange(start: RationalTime(3 * Int64(a) - 2, a), duration: RationalTime(1, 1))
        )
        #expect(try map.targetTicks(ofSource: RationalTime(1, b), unit: 3, over: 1, rounding: .nearest) == 1)
    }

    @Test func `The map and its inverse agree at random`() throws {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<5000 {
            let rate = PlaybackRate(.random(in: 1...32, using: &generator), .random(in: 1...32, using: &generator))
            let map = try mapping(
                .random(using: &generator),
                RationalTime(.random(in: 1...1000, using: &generator), 30),
                at: rate
            )
            let time = RationalTime(.random(in: 0...100_000, using: &generator), 24000)
            #expect(try map.targetTime(ofSource: map.sourceTime(ofTarget: time)) == time)
            let exact = try map.targetTime(ofSource: time)
            #expect(
                try map.targetTicks(ofSource: time, over: 600, rounding: .nearest)
                    == exact.ticks(over: 600, rounding: .nearest)
            )
        }
    }

    @Test func `Empty ranges map nothing`() throws {
        let empty = try TimeRange(start: .zero, duration: .zero)
        let second = try TimeRange(start: .zero, duration: RationalTime(1, 1))
        #expect(throws: TimeOverflow.self) { try TimeMapping(source: empty, target: second) }
        #expect(throws: TimeOverflow.self) { try TimeMapping(source: second, target: empty) }
    }

    @Test func `Ranges are half-open`() throws {
        let range = try TimeRange(start: RationalTime(1, 1), end: RationalTime(2, 1))
        #expect(range.contains(RationalTime(1, 1)) && !range.contains(RationalTime(2, 1)))
        let next = try TimeRange(start: RationalTime(2, 1), end: RationalTime(3, 1))
        #expect(try range.intersection(next) == nil)
        #expect(try TimeRange(start: RationalTime(3, 1), end: RationalTime(2, 1)).isEmpty)
    }

    /// Products that fit are not reduced on the way.
    @Test(arguments: 0..<300)
    func `A tick is the rounded exact instant, however large its fractions`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        func time(over scales: [Int64]) -> RationalTime {
            let scale = scales.randomElement(using: &generator) ?? 1
            return RationalTime(.random(in: -5 * scale...500 * scale, using: &generator), scale)
        }
        let rate = PlaybackRate(.random(in: 1...1001, using: &generator), .random(in: 1...1001, using: &generator))
        let start = time(over: [1, 600, 15_360, 90_000])
        let map = try mapping(start, RationalTime(500, 1), at: rate)
        let source = time(over: [1, 600, 15_360, 90_000, 1_000_000_007, 9_007_199_254_740_881])
        let over = [30, 48_000, 90_000, 1_000_000].randomElement(using: &generator) ?? 1
        let (a, b) = (Int128(source.timescale), Int128(start.timescale))
        let offset = Int128(source.value) * b - Int128(start.value) * a
        let numerator = offset * Int128(rate.denominator) * Int128(over)
        let denominator = a * b * Int128(rate.numerator)
        func rest(_ rounding: Rounding) throws -> Int128 {
            let tick = try map.targetTicks(ofSource: source, unit: 1, over: Int32(over), rounding: rounding)
            return numerator - Int128(tick) * denominator
        }
        let (down, up) = (try rest(.down), try rest(.up))
        #expect(down >= 0 && down < denominator)
        #expect(up <= 0 && up > -denominator)
        #expect(try 2 * rest(.nearest).magnitude <= denominator.magnitude)
        #expect(try rest(.towardZero) == (numerator < 0 ? up : down))
    }
}
