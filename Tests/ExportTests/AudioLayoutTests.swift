import MediaTime
import RandomNumbers
import TestSupport
import Testing
import TimeStretch

@testable import Export

/// Audio in runs, counted in samples.
@Suite struct AudioLayoutTests {
    /// How far interpolation reaches behind a run.
    private static let context: Int64 = 36

    @Test func `Ten minutes at half speed end on the exact sample`() throws {
        // 71928 frames of 119.88: 599.9994 s, which is no whole number of samples.
        let end = RationalTime(71928 * 1001, 120_000)
        let layout = try layout([mapping(.zero, end, at: .rate(1, 2), to: .zero)], isOpenEnded: false)
        let run = try #require(layout.runs.first)
        #expect(layout.runs.count == 1)
        #expect(run.firstSample == 0)
        #expect(run.endSample == 28_799_972 + Self.context)
        #expect(run.firstOutput == 0)
        #expect(run.endOutput == 57_599_942)
    }

    @Test func `Segments that go on where the last one ended are one run`() throws {
        let second = RationalTime(1, 1)
        let segments = [
            try mapping(.zero, second, at: .normal, to: .zero),
            try mapping(second, RationalTime(2, 1), at: .rate(1, 2), to: second),
            try mapping(RationalTime(2, 1), RationalTime(3, 1), at: .normal, to: RationalTime(3, 1)),
        ]
        let layout = try layout(segments, isOpenEnded: false)
        #expect(layout.runs.map(\.firstOutput) == [0])
        #expect(layout.runs.map(\.endOutput) == [4 * 48_000])
        #expect(layout.runs.map(\.endSample) == [3 * 48_000 + Self.context])
    }

    @Test func `A jump in the source, or a gap in the target, begins a new run`() throws {
        let second = RationalTime(1, 1)
        let jump = [
            try mapping(.zero, second, at: .normal, to: .zero),
            try mapping(RationalTime(5, 1), RationalTime(6, 1), at: .normal, to: second),
        ]
        #expect(try layout(jump, isOpenEnded: false).runs.map(\.firstSample) == [0, 5 * 48_000])
        let gap = [
            try mapping(.zero, second, at: .normal, to: .zero),
            try mapping(second, RationalTime(2, 1), at: .normal, to: RationalTime(3, 1)),
        ]
        #expect(try layout(gap, isOpenEnded: false).runs.map(\.firstOutput) == [0, 3 * 48_000])
    }

    @Test func `The last run of an open track has no end`() throws {
        let layout = try layout([mapping(.zero, RationalTime(1, 1), at: .rate(1, 2), to: .zero)], isOpenEnded: true)
        #expect(layout.runs.first?.endSample == nil)
        #expect(layout.runs.first?.endOutput == nil)
    }

    @Test func `Runs that meet within a sample neither overlap nor leave one out`() throws {
        var generator = SplitMix64(seed: 9)
        for _ in 0..<200 {
            var target = RationalTime.zero
            let segments = try (0..<5).map { _ in
                let start = RationalTime(.random(in: 0...10_000, using: &generator), 997)
                let length = RationalTime(.random(in: 1...5_000, using: &generator), 991)
                let rate = PlaybackRate.rate(
                    .random(in: 1...5, using: &generator),
                    .random(in: 1...5, using: &generator)
                )
                let mapping = try mapping(start, start + length, at: rate, to: target)
                target = mapping.target.end
                return mapping
            }
            let runs = try layout(segments, isOpenEnded: false).runs
            for (run, next) in zip(runs, runs.dropFirst()) { #expect(run.endOutput == next.firstOutput) }
            #expect(runs.last?.endOutput == (try target.ticks(over: 48_000, rounding: .nearest)))
        }
    }

    private func mapping(
        _ start: RationalTime,
        _ end: RationalTime,
        at rate: PlaybackRate,
        to target: RationalTime
    ) throws -> TimeMapping {
        let source = try TimeRange(start: start, end: end)
        return try TimeMapping(
            source: source,
            target: TimeRange(start: target, duration: rate.targetDuration(of: source.duration))
        )
    }

    private func layout(_ segments: [TimeMapping], isOpenEnded: Bool) throws -> AudioLayout {
        let part = TrackPart(
            input: 0,
            source: .made(.audio, index: 1, codec: "aac"),
            segments: segments,
            isOpenEnded: isOpenEnded
        )
        return try AudioLayout(parts: [part], sampleRates: [48_000], pitch: .spectral)
    }
}
