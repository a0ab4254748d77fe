import MediaTime
import RandomNumbers
import TestSupport
import Testing

@testable import Export

@Suite struct TimescaleTests {
    @Test(arguments: [
        (RationalTime(1, 15360), PlaybackRate.rate(1, 2), Int32(7680)),
        (RationalTime(1, 30000), .rate(1, 4), 7500),
        (RationalTime(1, 600), .rate(3, 2), 900),
        (RationalTime(1, 90000), .rate(1, 7), 90000),
        (RationalTime(1001, 120000), .rate(1, 2), 60000),
        (RationalTime(1, 1000), .normal, 1000),
    ])
    func `The smallest timescale in which every mapped tick is whole`(
        tick: RationalTime,
        rate: PlaybackRate,
        timescale: Int32
    ) throws {
        #expect(
            try Timescale.exact(for: [.init(segments: [mapping(at: rate)], tick: tick, origin: .zero)]) == timescale
        )
    }

    /// libavformat shows frames in the order of decoding where one is presented 2^28 ticks later.
    @Test func `Where frames are reordered it is not as fine as nanoseconds`() throws {
        let demand = Timescale.Demand(
            segments: [try mapping(at: .normal)],
            tick: RationalTime(1, 1_000_000_000),
            origin: .zero
        )
        #expect(Timescale.exact(for: [demand]) == 1_000_000_000)
        #expect(Timescale.exact(for: [demand], limit: TimescaleLimit.ordering([demand])) == 25_000_000)
    }

    /// It waits for a frame that stands still before it, and for all that are slowed.
    @Test(arguments: [
        (PlaybackRate.normal, 0 as Int64, Int32(25_000_000)), (.rate(1, 100), 0, 10_000_000), (.normal, 60, 4_000_000),
    ])
    func `Where reordered frames wait for long it is as much coarser`(
        rate: PlaybackRate,
        pause: Int64,
        timescale: Int32
    ) throws {
        let slow = try mapping(at: rate)
        let hold = TimeMapping.hold(
            slow.source.end,
            for: try TimeRange(start: slow.target.end, duration: RationalTime(pause, 1))
        )
        let demand = Timescale.Demand(
            segments: pause > 0 ? [slow, hold] : [slow],
            tick: RationalTime(1, 1_000_000_000),
            origin: .zero,
            frame: RationalTime(1, 30)
        )
        let found = Timescale.exact(for: [demand], limit: TimescaleLimit.ordering([demand]))
        #expect(found == timescale)
        let wait = 8 / 30 / rate.approximation + Double(pause)
        #expect(Double(found) * wait < Double(1 << 28))
    }

    @Test(arguments: 0..<200)
    func `In it every mapped tick is whole, and in no part of it`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let tick = RationalTime(1, Int64.random(in: 1...2000, using: &generator))
        let origin = try tick.scaled(by: .random(in: -50...50, using: &generator), over: 1)
        let segments = try [PlaybackRate.rate(1, .random(in: 1...8, using: &generator)), .normal].map {
            try mapping(at: $0)
        }
        let timescale = Timescale.exact(for: [.init(segments: segments, tick: tick, origin: origin)])
        func isExact(_ timescale: Int32) throws -> Bool {
            try segments.allSatisfy { segment in
                try [origin, origin + tick].allSatisfy { instant in
                    let time = try segment.targetTime(ofSource: instant)
                    return try time.converted(to: timescale, rounding: .down) == time
                }
            }
        }
        #expect(try isExact(timescale))
        for divisor in 2...97 as ClosedRange<Int32> where timescale % divisor == 0 {
            #expect(try !isExact(timescale / divisor))
        }
    }

    /// Frames of 1/30 s, of a part that ends within one.
    @Test(arguments: [
        (false, RationalTime(3072, 1000), Int32.max, Int32(30)), (true, RationalTime(3072, 1000), .max, 750),
        (true, RationalTime(3072, 1000), 100, 90), (true, RationalTime(3072, 1000), 20, 15),
        (true, RationalTime(100, 30), .max, 30),
        (true, RationalTime(3_072_000_001, 1_000_000_000), 30_000_000, 999_990),
    ])
    func `It is finer where frames are cut, as far as the limit allows`(
        cutsFrames: Bool,
        end: RationalTime,
        limit: Int32,
        timescale: Int32
    ) throws {
        let range = try TimeRange(start: .zero, end: end)
        let demand = Timescale.Demand(
            segments: [try TimeMapping(source: range, target: range)],
            tick: RationalTime(1, 30),
            origin: .zero,
            cutsFrames: cutsFrames
        )
        #expect(Timescale.exact(for: [demand], limit: limit) == timescale)
    }

    @Test func `Where none fits, it is the finest multiple of the source's own`() throws {
        let awkward = try mapping(at: .rate(999_999_937, 1_000_000_007))
        let timescale = Timescale.exact(for: [.init(segments: [awkward], tick: RationalTime(1, 90000), origin: .zero)])
        #expect(timescale % 90000 == 0)
        #expect(timescale > 900_000_000)
    }

    @Test(arguments: [([], 1), ([30, 48000], 48000), ([30000, 44100], 4_410_000), ([7], 7)] as [([Int32], Int32)])
    func `One timescale for the whole movie`(timescales: [Int32], common: Int32) {
        #expect(Timescale.common(of: timescales) == common)
    }

    @Test func `Timescales without a common one get the finest of them`() {
        #expect(Timescale.common(of: [999_983, 999_979, 48000]) == 999_983)
    }

    private func mapping(at rate: PlaybackRate) throws -> TimeMapping {
        let source = try TimeRange(start: .zero, duration: RationalTime(10, 1))
        let target = try TimeRange(start: .zero, duration: rate.targetDuration(of: source.duration))
        return try TimeMapping(source: source, target: target)
    }
}
