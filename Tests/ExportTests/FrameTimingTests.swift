import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

/// Measuring how frames follow one another.
@Suite struct FrameTimingTests {
    @Test func `A constant rate is one`() {
        let timing = timing(of: [0, 1001, 2002, 3003], lasting: 1001)
        #expect(timing.count == 4)
        #expect(timing.constantRate == .fps(30_000, 1001))
        #expect(!timing.isVariable)
        #expect(timing.span == RationalTime(4004, 30_000))
        #expect(timing.intervals == [RationalTime(1001, 30_000): 3])
    }

    @Test func `One interval that differs makes it variable`() {
        let timing = timing(of: [0, 1000, 2000, 3001], lasting: 1000)
        #expect(timing.isVariable)
        #expect(timing.constantRate == nil)
        #expect(timing.shortest == RationalTime(1000, 30_000))
        #expect(timing.longest == RationalTime(1001, 30_000))
        #expect(timing.averageRate == 3 / (3001.0 / 30_000))
    }

    @Test(arguments: [0, 1])
    func `Too few frames have no rate`(count: Int) {
        let timing = timing(of: Array([0, 5].prefix(count)), lasting: 5)
        #expect(timing.constantRate == nil)
        #expect(timing.averageRate == nil)
        #expect(!timing.isVariable)
    }

    @Test func `Of very many different intervals some are counted, and all are known of`() {
        let ticks = (0..<200 as Range<Int64>).map { $0 * ($0 + 1) }
        let timing = timing(of: ticks, lasting: 1)
        #expect(timing.intervals.count == FrameTiming.maximumIntervals)
        #expect(timing.hasMoreIntervals)
        #expect(timing.longest == RationalTime(398, 30_000))
    }

    @Test(arguments: 0..<20)
    func `Decoding order becomes presentation order`(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        // Each group of up to 16 frames in any order, as no codec reorders further.
        let groups = stride(from: 0, to: 160, by: 16).map { Array($0..<$0 + 16).shuffled(using: &generator) }
        var order = PresentationOrder()
        var shown: [RationalTime] = []
        for number in groups.joined() {
            let frame = PresentationOrder.Frame(timestamp: RationalTime(Int64(number), 30), duration: .zero)
            if let ready = order.push(frame) { shown.append(ready.timestamp) }
        }
        while let ready = order.pop() { shown.append(ready.timestamp) }
        #expect(shown == (0..<160).map { RationalTime($0, 30) })
    }

    @Test func `Frames in a second are counted, not concluded from the shortest interval`() {
        var ticks = (0..<90).map { Int64($0) * 1000 }
        ticks[40] = ticks[39] + 100
        #expect(timing(of: ticks, lasting: 1000).mostInSecond == 31)
        #expect(timing(of: (0..<300).map { Int64($0) * 500 }, lasting: 500).mostInSecond == 60)
        #expect(timing(of: [0, 500, 1000], lasting: 500).mostInSecond == 3)
    }

    private func timing(of ticks: [Int64], lasting last: Int64) -> FrameTiming {
        var timing = FrameTiming()
        for tick in ticks { timing.add(RationalTime(tick, 30_000), lasting: RationalTime(last, 30_000)) }
        return timing
    }

    private static func timing(_ rate: FrameRate, clock: Int32, count: Int64 = 100, late: Int64? = nil) throws
        -> FrameTiming
    {
        var timing = FrameTiming()
        for frame in 0..<count {
            let tick = try rate.time(ofFrame: frame).ticks(over: clock, rounding: .nearest) + (frame == late ? 1 : 0)
            timing.add(RationalTime(tick, clock), lasting: rate.frameDuration)
        }
        return timing
    }

    @Test(arguments: [FrameRate(240), FrameRate(30), FrameRate(30000, 1001), FrameRate(120_000, 1001)])
    func `A rate is found that only the rounding of timestamps makes vary`(rate: FrameRate) throws {
        for clock in [1_000_000, 90_000, 1000] as [Int32] {
            let timing = try Self.timing(rate, clock: clock, count: clock == 1000 ? 3000 : 100)
            #expect(timing.constantRate ?? timing.roundedRate == rate)
        }
        #expect(try Self.timing(rate, clock: 1_000_000, count: 3000).roundedRate == rate)
    }

    @Test func `What varies has no such rate`() throws {
        // Frames that are late by more than rounding, and a rate that is none.
        #expect(try Self.timing(FrameRate(240), clock: 1_000_000, late: 51).roundedRate == nil)
        // 240 or 239.76: a hundred frames are too few to tell by milliseconds.
        #expect(try Self.timing(FrameRate(240), clock: 1000).roundedRate == nil)
        #expect(try Self.timing(FrameRate(2401, 10), clock: 1_000_000).roundedRate == nil)
        var pulldown = FrameTiming()
        for frame in Int64(0)..<100 {
            pulldown.add(RationalTime(frame / 2 * 5 + frame % 2 * 2, 60), lasting: RationalTime(1, 24))
        }
        #expect(pulldown.roundedRate == nil)
    }

    @Test func `Intervals that differ are written differently`() {
        let times = [RationalTime(16_666, 1_000_000), RationalTime(16_667, 1_000_000)]
        #expect(Milliseconds.texts(times) == ["16.666 ms", "16.667 ms"])
        #expect(Milliseconds.texts([RationalTime(1, 60), RationalTime(1, 30)]) == ["16.67 ms", "33.33 ms"])
    }
}
