import MediaTime
import Testing

@testable import TimeStretch

@Suite struct SampleMapTests {
    @Test(arguments: [(1, 2, 3, 6), (2, 1, 3, 2), (3, 1, 4, 1), (2, 3, 1, 2), (4, 5, 7, 9), (1, 32, 1, 32)])
    func `Lengths are rounded to the nearest, halves up`(n: Int64, d: Int64, source: Int64, target: Int64) throws {
        let map = SampleMap.constant(PlaybackRate(n, d))
        #expect(map.outputLength(sourceLength: source) == target)
        #expect(map.outputLength(sourceLength: 0) == 0)
    }

    @Test func `At a multiple of the sample rate a map shows the same instants`() throws {
        let map = try SampleMap(
            [
                .init(.smooth(from: .normal, to: PlaybackRate(1, 4)), lasting: RationalTime(1, 3)),
                .init(.constant(PlaybackRate(2, 7)), lasting: RationalTime(1, 2)),
                .init(.constant(PlaybackRate(3)), lasting: nil),
            ],
            sampleRate: 8000,
            sourceStart: RationalTime(1, 7),
            targetStart: RationalTime(2, 13)
        )
        let raised = try map.raised(by: 6)
        for m in stride(from: map.firstOutput, to: map.firstOutput + 8000, by: 97) {
            let (low, high) = (map.sourcePosition(at: m), raised.sourcePosition(at: 6 * m))
            #expect((low.rate - high.rate).magnitude < 1e-12)
            let difference = Double(high.whole - 6 * low.whole) + high.fraction - 6 * low.fraction
            #expect(difference.magnitude < 1e-9)
        }
    }

    @Test func `Positions stay exact for ten hours at an unwieldy rate`() throws {
        let rate = PlaybackRate(999_983, 1_000_003)
        let map = SampleMap.constant(rate)
        let tenHours: Int64 = 36_000 * 192_000
        for m in [1, 48_000, tenHours + 1, tenHours + 12_345] {
            let (whole, rest) = (Int128(m) * 999_983).quotientAndRemainder(dividingBy: 1_000_003)
            let position = map.sourcePosition(at: m)
            #expect(position.whole == Int64(whole))
            #expect((position.fraction - Double(rest) / 1_000_003).magnitude < 1e-15)
        }
    }

    @Test func `Blocks of positions agree with single ones, before the map too`() throws {
        let map = try SampleMap(
            [
                .init(.smooth(from: .normal, to: PlaybackRate(1, 4)), lasting: RationalTime(1001, 30000)),
                .init(.constant(PlaybackRate(2, 7)), lasting: RationalTime(1, 50)),
                .init(.linear(from: PlaybackRate(2, 7), to: PlaybackRate(3)), lasting: RationalTime(1, 90)),
                .init(.constant(PlaybackRate(3)), lasting: nil),
            ],
            sampleRate: 44100,
            sourceStart: RationalTime(1, 7),
            targetStart: RationalTime(2, 13)
        )
        var m = map.firstOutput - 100
        while m < map.firstOutput + 5000 {
            let (piece, left) = map.piece(atTarget: m)
            var positions: [SourcePosition] = []
            map.appendSourcePositions(from: m, count: Int(min(left, 300)), in: piece, to: &positions)
            for (step, position) in positions.enumerated() {
                let single = map.sourcePosition(at: m + Int64(step))
                let difference = Double(position.whole - single.whole) + position.fraction - single.fraction
                #expect(difference.magnitude < 1e-9)
                #expect((position.rate - single.rate).magnitude < 1e-12)
            }
            m += Int64(positions.count)
        }
    }

    @Test func `The last piece goes on without end, also from before target time zero`() throws {
        let segments: [SampleMap.Segment] = [
            .init(.constant(.normal), lasting: RationalTime(1, 10)), .init(.constant(PlaybackRate(1, 2)), lasting: nil),
        ]
        let map = try SampleMap(segments, sampleRate: 48000, targetStart: RationalTime(-1, 1))
        #expect([-48_000, -43_201, -43_200, 0].map { map.piece(atTarget: $0).rest } == [4800, 1, .max, .max])
    }

    @Test(arguments: [0, -48000]) func `Without a sample rate there is no map`(sampleRate: Int) throws {
        #expect(throws: TimeStretchError.self) {
            try SampleMap([.init(.constant(.normal), lasting: nil)], sampleRate: sampleRate)
        }
    }

    @Test(arguments: [false, true])
    func `The map and its inverse agree through ramps`(isSmooth: Bool) throws {
        let (slow, fast) = (PlaybackRate(1, 4), PlaybackRate(4))
        let down = isSmooth ? RateCurve.smooth(from: fast, to: slow) : .linear(from: fast, to: slow)
        let map = try SampleMap(
            [
                .init(.constant(fast), lasting: RationalTime(1, 3)), .init(down, lasting: RationalTime(2, 1)),
                .init(.constant(slow), lasting: nil),
            ],
            sampleRate: 48000
        )
        for m in stride(from: Int64(-1000), to: 200_000, by: 997) {
            let position = map.sourcePosition(at: m)
            let source = Double(position.whole) + position.fraction
            #expect((map.targetPosition(ofSource: source) - Double(m)).magnitude < 1e-6)
            #expect((map.rate(atSource: source) - position.rate).magnitude < 1e-9)
        }
        // Both kinds of ramp consume the mean of their ends: 4 · 16,000 + 17/8 · 96,000.
        #expect(map.sourcePosition(at: 112_000) == SourcePosition(whole: 268_000, fraction: 0, rate: 0.25))
    }

    @Test func `Maps that follow one another leave no sample out and give none twice`() throws {
        let rate = PlaybackRate(1, 3)
        var next: Int64 = 0
        var start = RationalTime.zero
        for _ in 0..<500 {
            let duration = RationalTime(1001, 30000)
            let map = try SampleMap([.init(.constant(rate), lasting: duration)], sampleRate: 48000, targetStart: start)
            #expect(map.firstOutput == next)
            next = map.outputEnd(sourceLength: 0)
            start = try start + duration
        }
        #expect(next == 500 * 48000 * 1001 / 30000)
    }

    @Test func `A source may end before the open part of a map begins`() throws {
        let parts: [SampleMap.Segment] = [
            .init(.constant(.normal), lasting: RationalTime(2, 1)), .init(.constant(PlaybackRate(1, 4)), lasting: nil),
        ]
        let map = try SampleMap(parts, sampleRate: 1000, targetStart: RationalTime(1, 1))
        for (source, target) in [(0, 1000), (500, 1500), (1999, 2999), (2000, 3000), (2001, 3004)] as [(Int64, Int64)] {
            #expect(map.outputEnd(sourceLength: source) == target)
        }
        let slowing = try SampleMap(
            [.init(.smooth(from: .normal, to: PlaybackRate(1, 4)), lasting: RationalTime(4, 1))] + parts.suffix(1),
            sampleRate: 1000
        )
        for m: Int64 in [0, 1, 1000, 2500, 3999, 4000, 5000] {
            let place = slowing.sourcePosition(at: m)
            let length = slowing.outputEnd(sourceLength: place.whole + (place.fraction > 0.5 ? 1 : 0))
            // A source sample lasts up to four samples there.
            #expect((length - m).magnitude <= 2)
        }
    }

    @Test func `An edit's segments make a map, and only in a row`() throws {
        let first = try TimeMapping(
            source: TimeRange(start: RationalTime(1, 1), duration: RationalTime(1, 1)),
            target: TimeRange(start: .zero, duration: RationalTime(2, 1))
        )
        let second = try TimeMapping(
            source: TimeRange(start: RationalTime(2, 1), duration: RationalTime(1, 1)),
            target: TimeRange(start: RationalTime(2, 1), duration: RationalTime(1, 1))
        )
        let map = try SampleMap([first, second], sampleRate: 1000, firstSampleAt: RationalTime(1, 2))
        #expect(map.sourcePosition(at: 0) == SourcePosition(whole: 500, fraction: 0, rate: 0.5))
        #expect(map.sourcePosition(at: 2500) == SourcePosition(whole: 2000, fraction: 0, rate: 1))
        #expect(map.outputLength(sourceLength: 10) == 3000)
        #expect(throws: TimeStretchError.self) { try SampleMap([second, first], sampleRate: 1000) }
        #expect(throws: TimeStretchError.self) { try SampleMap([TimeMapping](), sampleRate: 1000) }
    }

    @Test func `Parts without a length are refused, but for the last`() throws {
        let half = RateCurve.constant(PlaybackRate(1, 2))
        #expect(throws: TimeStretchError.self) {
            try SampleMap([.init(half, lasting: nil), .init(half, lasting: nil)], sampleRate: 48000)
        }
        #expect(throws: TimeStretchError.self) {
            try SampleMap([.init(.linear(from: .normal, to: PlaybackRate(1, 2)), lasting: nil)], sampleRate: 48000)
        }
        #expect(throws: TimeStretchError.self) {
            try SampleMap([.init(half, lasting: .zero)], sampleRate: 48000)
        }
    }
}
