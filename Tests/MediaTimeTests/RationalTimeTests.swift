import MediaTime
import RandomNumbers
import Testing

@Suite struct RationalTimeTests {
    @Test func `Equal instants are equal whatever their timescales, and hash alike`() {
        #expect(RationalTime(1, 2) == RationalTime(2, 4))
        #expect(Set([RationalTime(1, 2), RationalTime(300, 600), RationalTime(45000, 90000)]).count == 1)
        #expect(RationalTime(-1, 3) < RationalTime(-333, 1000))
        #expect(RationalTime(Int64.max, 1) > RationalTime(Int64.max - 1, 1))
        #expect(RationalTime(Int64.max, 7) != RationalTime(Int64.max - 1, 7))
    }

    @Test(arguments: [
        (RationalTime(1, 3), RationalTime(1, 6), RationalTime(1, 2)),
        (RationalTime(1001, 30000), RationalTime(1, 48000), RationalTime(2671, 80000)),
        (RationalTime(-5, 4), RationalTime(1, 4), RationalTime(-1, 1)),
        (RationalTime(Int64.max / 2, 1), RationalTime(Int64.max / 2, 1), RationalTime(Int64.max - 1, 1)),
    ])
    func `Sums are exact`(a: RationalTime, b: RationalTime, sum: RationalTime) throws {
        #expect(try a + b == sum)
        #expect(try sum - b == a)
    }

    @Test func `A result that does not fit says so`() {
        #expect(throws: TimeOverflow.self) { try RationalTime(.max, 1) + RationalTime(1, 1) }
        #expect(throws: TimeOverflow.self) { try RationalTime(1, Int64.max) + RationalTime(1, Int64.max - 1) }
        #expect(throws: TimeOverflow.self) { try RationalTime(.min, 1).negated() }
        #expect(throws: TimeOverflow.self) { try RationalTime(.max, 1).ticks(over: 2, rounding: .down) }
        #expect(throws: TimeOverflow.self) { try RationalTime(.max, 1).scaled(by: 3, over: 2) }
    }

    @Test func `Clocks of nanoseconds and of odd rates have a common unit`() throws {
        let nanosecond = RationalTime(1_166_666_666, 1_000_000_000)
        let difference = try RationalTime(5, 3) - nanosecond
        #expect(difference == RationalTime(1_500_000_002, 3_000_000_000 as Int64))
        #expect(try difference + nanosecond == RationalTime(5, 3))
        let odd = try RationalTime(1_525_784, 3_739_625) - RationalTime(17_993, 44_100)
        #expect(try odd + RationalTime(17_993, 44_100) == RationalTime(1_525_784, 3_739_625))
        // The largest of both: neither sum nor comparison needs more than 128 bits.
        let largest = RationalTime(.max, Int64.max - 1)
        #expect(throws: TimeOverflow.self) { try largest + RationalTime(.max, Int64.max) }
        #expect(throws: TimeOverflow.self) { try largest.negated() - RationalTime(.max, Int64.max) }
        #expect(largest > RationalTime(.max, Int64.max))
    }

    @Test func `A difference that fits is found, though the negative of one side would not fit`() throws {
        let lowest = RationalTime(.min, 1)
        #expect(try lowest - lowest == .zero)
        #expect(try RationalTime(-1, 1) - lowest == RationalTime(.max, 1))
        #expect(try RationalTime(.min, 2).negated() == RationalTime(1 << 62, 1))
        #expect { try RationalTime(.max, 1) - RationalTime(-1, 1) } throws: { error in
            (error as? TimeOverflow)?.expression == "9223372036854775807s - -1s"
        }
    }

    @Test(arguments: [
        (Int64(7), Int64(3), Int64(4), Int64(3), Int64(4)),
        (-7, -4, -3, -3, -3),
        (6, 3, 3, 3, 3),
        (-6, -3, -3, -3, -3),
        (1, 0, 1, 0, 1),
        (-1, -1, 0, 0, 0),
    ])
    func `Halves of a tick go where the rounding says`(
        halves: Int64,
        down: Int64,
        up: Int64,
        towardZero: Int64,
        nearest: Int64
    ) throws {
        let time = RationalTime(halves, 2)
        #expect(try time.ticks(over: 1, rounding: .down) == down)
        #expect(try time.ticks(over: 1, rounding: .up) == up)
        #expect(try time.ticks(over: 1, rounding: .towardZero) == towardZero)
        #expect(try time.ticks(over: 1, rounding: .nearest) == nearest)
    }

    @Test func `Ten minutes of 119.88 end on the exact tick`() throws {
        let rate = FrameRate(120_000, 1001)
        let frames = try rate.frame(at: RationalTime(seconds: 600), rounding: .down)
        #expect(frames == 71928)
        let end = try rate.time(ofFrame: frames)
        #expect(end == RationalTime(71928 * 1001, 120000))
        let (down, up) = try (end.ticks(over: 60000, rounding: .down), end.ticks(over: 60000, rounding: .up))
        #expect(down == up)
    }

    @Test func `Random sums, differences and roundings agree with 128-bit arithmetic`() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let a = RationalTime.random(using: &generator)
            let b = RationalTime.random(using: &generator)
            let sum = try a + b
            let exact = Int128(a.value) * Int128(b.timescale) + Int128(b.value) * Int128(a.timescale)
            #expect(Int128(sum.value) * Int128(a.timescale) * Int128(b.timescale) == exact * Int128(sum.timescale))
            #expect(try sum - a == b)
            let scale = Int32.random(in: 1...5000, using: &generator)
            let down = try a.ticks(over: scale, rounding: .down)
            let up = try a.ticks(over: scale, rounding: .up)
            #expect(RationalTime(down, scale) <= a && a <= RationalTime(up, scale) && up - down <= 1)
            let nearest = try a.ticks(over: scale, rounding: .nearest)
            let halfUp = try (a + RationalTime(1, 2 * scale)).ticks(over: scale, rounding: .down)
            #expect(nearest == halfUp)
        }
    }

    @Test(arguments: [
        (RationalTime(3, 2), "1.5s", "00:00:01.500", "3/2"),
        (RationalTime(4, 1), "4s", "00:00:04.000", "4/1"),
        (RationalTime(905, 10), "90.5s", "00:01:30.500", "181/2"),
        (RationalTime(-1, 8), "-0.125s", "-00:00:00.125", "-1/8"),
        (RationalTime(359_999_999, 100_000), "3599.99999s", "01:00:00.000", "359999999/100000"),
    ])
    func `Times print exactly, and as a clock`(time: RationalTime, exact: String, clock: String, fraction: String) {
        #expect(time.description == exact)
        #expect(time.clock == clock)
        #expect(time.fraction == fraction)
    }

    @Test(arguments: [
        (RationalTime(3, 2), "00:00:01.500"), (RationalTime(7, 30), "00:00:00.234"), (.zero, "00:00:00.000"),
        (RationalTime(-7, 30), "-00:00:00.233"), (RationalTime(-1, 3000), "00:00:00.000"),
    ])
    func `A clock that is rounded up is never before the time`(time: RationalTime, clock: String) {
        #expect(time.clockRoundedUp == clock)
    }
}

extension RationalTime {
    static func random(using generator: inout SplitMix64) -> RationalTime {
        let scales: [Int32] = [1, 24, 30, 600, 1000, 1001, 12800, 15360, 30000, 44100, 48000, 90000]
        let scale = scales.randomElement(using: &generator) ?? 1
        return RationalTime(Int64.random(in: -1_000_000_000...1_000_000_000, using: &generator), scale)
    }
}
