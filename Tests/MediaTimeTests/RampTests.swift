import MediaTime
import RandomNumbers
import TestSupport
import Testing

/// Ramps against their formula, evaluated in fractions.
@Suite struct RampTests {
    @Test func `From 1 to 1/4 over two seconds lasts 3.2 seconds`() throws {
        let ramp = try ramp(from: .normal, to: .rate(1, 4), .linear)
        #expect(ramp.target.duration == RationalTime(16, 5))
        let map = TimeMapping(ramp)
        // a·t + (b − a)·t² ÷ (2T), at t = 1.6: 1.6 − 0.75 · 2.56 ÷ 6.4.
        #expect(try map.sourceTime(ofTarget: RationalTime(8, 5)) == RationalTime(13, 10))
        #expect(try map.sourceTime(ofTarget: RationalTime(16, 5)) == RationalTime(2, 1))
    }

    @Test func `A smooth ramp lasts as long, and passes the middle of its rates half way`() throws {
        let ramp = try ramp(from: .normal, to: .rate(1, 4), .smooth)
        #expect(ramp.target.duration == RationalTime(16, 5))
        // u = 1/2: T · (a/2 + (b − a) · (1/8 − 1/32)).
        #expect(try TimeMapping(ramp).sourceTime(ofTarget: RationalTime(8, 5)) == RationalTime(11, 8))
    }

    @Test func `Before and after itself it goes on at the rates of its ends`() throws {
        let map = TimeMapping(try ramp(from: .normal, to: .rate(1, 4), .linear))
        #expect(try map.sourceTime(ofTarget: RationalTime(-1, 1)) == RationalTime(-1, 1))
        #expect(try map.sourceTime(ofTarget: RationalTime(16, 5) + RationalTime(4, 1)) == RationalTime(3, 1))
        #expect(try map.targetTicks(ofSource: RationalTime(-1, 1), over: 30, rounding: .nearest) == -30)
        #expect(try map.targetTicks(ofSource: RationalTime(3, 1), over: 10, rounding: .nearest) == 72)
    }

    @Test(arguments: RampShape.allCases, 0..<30 as Range<UInt64>)
    func `Ticks are the nearest, the last before and the first after, by the exact formula`(
        shape: RampShape,
        seed: UInt64
    ) throws {
        var generator = SplitMix64(seed: seed)
        func rate() -> PlaybackRate {
            .rate(.random(in: 1...8, using: &generator), .random(in: 1...8, using: &generator))
        }
        // Of a length that keeps the formula's fourth powers within a time's 64 bits.
        let (from, to) = (rate(), rate())
        let length = RationalTime(.random(in: 1...2, using: &generator), 1)
        let first = try from.sourceDuration(of: length)
        let mean = try (first + to.sourceDuration(of: length)).scaled(by: 1, over: 2)
        let source = try TimeRange(
            start: RationalTime(.random(in: 0...600, using: &generator), 120),
            duration: mean
        )
        let ramp = try Ramp(source, at: RationalTime(3, 1), from: from, to: to, shape)
        #expect(ramp.target.duration == length)
        let map = TimeMapping(ramp)
        let over: Int32 = 12
        var last: Int64?
        for step in -10..<130 as Range<Int64> {
            let instant = try source.start + source.duration.scaled(by: step, over: 120)
            let below = try map.targetTicks(ofSource: instant, over: over, rounding: .down)
            let above = try map.targetTicks(ofSource: instant, over: over, rounding: .up)
            let nearest = try map.targetTicks(ofSource: instant, over: over, rounding: .nearest)
            func played(at halves: Int64) throws -> RationalTime {
                try map.sourceTime(ofTarget: RationalTime(halves, 2 * over))
            }
            #expect(try played(at: 2 * below) <= instant)
            #expect(try played(at: 2 * below + 2) > instant)
            #expect(try played(at: 2 * above) >= instant)
            #expect(try played(at: 2 * above - 2) < instant)
            #expect(try played(at: 2 * nearest - 1) <= instant)
            #expect(try played(at: 2 * nearest + 1) > instant)
            if let last { #expect(nearest >= last) }
            last = nearest
        }
    }

    @Test func `An instant upon a tick is found there, however fine the timescale`() throws {
        let map = TimeMapping(try ramp(from: .normal, to: .rate(1, 4), .smooth))
        // Shown at 1.6 s exactly: in floating point it lies a hair to either side.
        for over in [10, 48_000, 1_000_000, 705_600_000] as [Int32] {
            let tick = try RationalTime(8, 5).ticks(over: over, rounding: .down)
            for rounding in Rounding.allCases {
                #expect(try map.targetTicks(ofSource: RationalTime(11, 8), over: over, rounding: rounding) == tick)
                #expect(try map.sourceTicks(ofTarget: RationalTime(8, 5), over: 8, rounding: rounding) == 11)
            }
        }
    }

    @Test(arguments: RampShape.allCases)
    func `A part of a ramp plays what the whole does, moved and stretched too`(shape: RampShape) throws {
        let whole = TimeMapping(try ramp(from: .rate(2), to: .rate(1, 3), shape))
        let (start, end) = (RationalTime(1, 4), RationalTime(3, 2))
        let part = try whole.part(from: start, to: end)
        #expect(part.target == (try TimeRange(start: start, end: end)))
        let moved = try part.moved(to: TimeRange(start: RationalTime(5, 1), duration: RationalTime(5, 2)))
        for step in 0...10 as ClosedRange<Int64> {
            let instant = try start + (end - start).scaled(by: step, over: 10)
            #expect(try part.sourceTime(ofTarget: instant) == whole.sourceTime(ofTarget: instant))
            let later = try RationalTime(5, 1) + (instant - start).scaled(by: 2, over: 1)
            #expect(try moved.sourceTime(ofTarget: later) == whole.sourceTime(ofTarget: instant))
        }
        let rest = try whole.part(from: end, to: whole.target.end)
        let first = try whole.part(from: .zero, to: start)
        #expect(first.leads(to: part) && part.leads(to: rest))
        #expect(first.joined(with: part)?.joined(with: rest) == whole)
    }

    private func ramp(from: PlaybackRate, to: PlaybackRate, _ shape: RampShape) throws -> Ramp {
        try Ramp(TimeRange(start: .zero, duration: RationalTime(2, 1)), at: .zero, from: from, to: to, shape)
    }
}
