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
}
