import MediaTime
import TestSupport
import Testing

@testable import Export

/// Rounded timestamps: which are explained by a constant rate, and what they stand for.
@Suite struct FrameGridTests {
    static let coarse: [(rate: FrameRate, timescale: Int32)] = [
        (.fps(24000, 1001), 1000), (.fps(30), 1000), (.fps(60000, 1001), 1000), (.fps(120), 1000), (.fps(240), 1000),
        (.fps(30000, 1001), 600), (.fps(240000, 1001), 90_000),
    ]

    @Test(arguments: coarse, Rounding.allCases)
    func `Instants that are rounded in any one way are found again`(
        clock: (rate: FrameRate, timescale: Int32),
        rounding: Rounding
    ) throws {
        let start = RationalTime(300, 1000)
        let exact = try (0..<2000).map { try start + clock.rate.time(ofFrame: $0) }
        let stamps = try exact.map { try $0.converted(to: clock.timescale, rounding: rounding) }
        let grid = try #require(Self.grid(stamps, clock.timescale))
        #expect(grid.rate == clock.rate)
        for (stamp, (frame, instant)) in zip(stamps, exact.enumerated()) {
            #expect(try grid.instant(of: stamp) - stamps[0] == instant - start, "frame \(frame)")
            // No frame is taken to begin after its timestamp, or a tick before it.
            let earliest = try grid.instant(of: stamp) - grid.lead
            #expect(earliest <= stamp)
            #expect(try stamp - earliest < RationalTime(1, clock.timescale))
        }
    }

    @Test func `Frames that are missing refute no rate, unless most are`() throws {
        let stamps = try [0, 1, 2, 4, 5, 9, 10, 11].map {
            try FrameRate.fps(30).time(ofFrame: $0).converted(to: 1000, rounding: .nearest)
        }
        #expect(Self.grid(stamps, 1000)?.rate == .fps(30))
        #expect(Self.grid(stamps, 1000)?.hasGaps == true)
        #expect(Self.grid(Array(stamps.prefix(3)), 1000)?.hasGaps == false)
        #expect(Self.grid([.zero, RationalTime(33, 1000), RationalTime(2, 1)], 1000) == nil)
    }

    /// A phone's clock of 1/600: one interval of 35 ms among many of 33.33 ms.
    @Test func `One timestamp that rounding does not explain refutes a rate`() {
        let phone = (0..<120).map { RationalTime($0 * 20 + ($0 < 60 ? 0 : 1), 600) }
        #expect(Self.grid(phone, 600) == nil)
        var stamps = (0..<120).map { RationalTime(($0 * 1000 + 15) / 30, 1000) }
        #expect(Self.grid(stamps, 1000)?.rate == .fps(30))
        stamps[77] = RationalTime(stamps[77].value + 1, 1000)
        #expect(Self.grid(stamps, 1000) == nil)
    }

    @Test func `A clock that can express the rate needs no grid`() {
        #expect(Self.grid((0..<50).map { RationalTime($0 * 512, 15360) }, 15360) == nil)
        #expect(Self.grid((0..<50).map { RationalTime($0 * 40, 1000) }, 1000) == nil)
        // Every second instant of 59.94 frames a second is one of these, too.
        #expect(Self.grid((0..<50).map { RationalTime($0 * 1001, 30_000) }, 30_000) == nil)
    }

    @Test func `A duration of 33,333,333 ns states 30 frames a second`() throws {
        let stamps = try (0..<50).map {
            try FrameRate.fps(30).time(ofFrame: $0).converted(to: 1000, rounding: .nearest)
        }
        let stated = try #require(FrameRate(frameDuration: RationalTime(33_333_333, 1_000_000_000)))
        #expect(Self.grid(stamps, 1000, stated: stated)?.rate == .fps(30))
    }

    @Test func `Of rates that explain all timestamps, the stated one comes first`() throws {
        let stamps = try (0..<5).map {
            try FrameRate.fps(30).time(ofFrame: $0).converted(to: 1000, rounding: .nearest)
        }
        #expect(Self.grid(stamps, 1000)?.rate == .fps(30))
        #expect(Self.grid(stamps, 1000, stated: .fps(30000, 1001))?.rate == .fps(30000, 1001))
    }

    /// Milliseconds of Matroska or FLV on a clock of 1/16,000 s, and QuickTime's 600ths on one of 1/19,200: as ffmpeg copies them.
    @Test(arguments: [(FrameRate.fps(30), 1000, 16), (.fps(120), 1000, 16), (.fps(30000, 1001), 600, 32)])
    func `Instants are found that were rounded on another clock`(rate: FrameRate, clock: Int32, step: Int32) throws {
        let exact = try (0..<500).map { try rate.time(ofFrame: $0) }
        let stamps = try exact.map { instant in
            let stamp = try instant.converted(to: clock, rounding: .nearest)
            return RationalTime(stamp.value * Int64(step), clock * step)
        }
        #expect(Self.grid(stamps, clock * step) == nil)
        for count in [30, 64, 500] {
            var search = CopiedClockSearch(.frames(timescale: clock * step), stated: nil)
            for stamp in stamps.prefix(count) { search.add(stamp) }
            let found = search.found()
            let grid = try #require(found)
            #expect(grid.rate == rate)
            for (stamp, instant) in zip(stamps, exact).prefix(count) { #expect(grid.instant(of: stamp) == instant) }
        }
        // Another time refutes the steps, too.
        var search = CopiedClockSearch(.frames(timescale: clock * step), stated: nil)
        for stamp in stamps.dropLast() + [RationalTime(stamps[499].value + 1, clock * step)] { search.add(stamp) }
        let refuted = search.found()
        #expect(refuted == nil)
    }

    private static func grid(_ stamps: [RationalTime], _ timescale: Int32, stated: FrameRate? = nil) -> FrameGrid? {
        var search = FrameGridSearch(.frames(timescale: timescale), stated: stated)
        for stamp in stamps { search.add(stamp) }
        return search.grid
    }
}
