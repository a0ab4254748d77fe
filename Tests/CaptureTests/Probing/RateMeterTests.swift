import MediaTime
import Testing

@testable import Capture

/// Rate and jitter from frames' timestamps.
@Suite struct RateMeterTests {
    private static func meter(
        _ microseconds: [Int64],
        sequences: [UInt32]? = nil,
        interval: RationalTime? = nil
    ) -> RateMeter {
        var meter = RateMeter(interval: interval)
        for (index, time) in microseconds.enumerated() {
            meter.take(
                CapturedFrame(
                    sequence: sequences?[index] ?? UInt32(index),
                    timestamp: RationalTime(time, 1_000_000),
                    isDamaged: index == 4
                )
            )
        }
        return meter
    }

    @Test func `Steady frames have their rate and no jitter`() throws {
        let measured = try #require(Self.meter((0..<103).map { $0 * 10_000 }).measurement)
        #expect(abs(measured.rate - 100) < 1e-9)
        #expect(measured.jitter < 1e-9)
        #expect(measured.frames == 101)
        #expect(measured.damaged == 1)
        #expect(measured.lost == 0)
    }

    @Test func `Jitter is the standard deviation`() throws {
        // Two settle; then 9, 11, 9, 11 ms.
        let measured = try #require(Self.meter([0, 1, 100_000, 109_000, 120_000, 129_000, 140_000]).measurement)
        #expect(abs(measured.rate - 100) < 1e-9)
        #expect(abs(measured.jitter - 0.001_154_7) < 1e-6)
    }

    @Test func `Gaps in the count are losses, also where it begins anew`() throws {
        let last = UInt32.max
        let meter = Self.meter([0, 1, 2, 3, 4, 5], sequences: [0, 0, last - 1, last, 2, 2])
        #expect(try #require(meter.measurement).lost == 2)
    }

    @Test func `Numbers of fields are no losses`() throws {
        let fields = (0..<60).map { UInt32($0 * 2) }
        let meter = Self.meter((0..<60).map { $0 * 10_000 }, sequences: fields, interval: RationalTime(1, 100))
        #expect(try #require(meter.measurement).lost == 0)
        // At half the rate every second frame is missing.
        let half = Self.meter((0..<60).map { $0 * 20_000 }, sequences: fields, interval: RationalTime(1, 100))
        #expect(try #require(half.measurement).lost == 57)
    }

    @Test func `A frame that is given twice counts once, and one with a wrong stamp as one`() throws {
        let interval = RationalTime(1, 100)
        let twice = Self.meter((0..<103).flatMap { [$0 * 10_000, $0 * 10_000] }, interval: interval)
        #expect(abs(try #require(twice.measurement).rate - 100) < 1e-9)
        #expect(try #require(twice.measurement).damaged > 90)
        let wrong = Self.meter((0..<103).map { ($0 - ($0 % 10 == 5 ? 1 : 0)) * 10_000 }, interval: interval)
        let measured = try #require(wrong.measurement)
        #expect(abs(measured.rate - 100) < 1e-9)
        #expect(measured.jitter < 1e-9)
        #expect(measured.lost == 0)
    }

    @Test func `A frame that is given twice under one number hides no loss`() throws {
        let interval = RationalTime(1, 100)
        // Every frame twice; of the hundred, every tenth is missing.
        let numbers = (0..<103).filter { $0 % 10 != 5 }.flatMap { [UInt32($0), UInt32($0)] }
        let twice = Self.meter(numbers.map { Int64($0) * 10_000 }, sequences: numbers, interval: interval)
        let once = (0..<103).filter { $0 % 10 != 5 }.map { UInt32($0) }
        let plain = Self.meter(once.map { Int64($0) * 10_000 }, sequences: once, interval: interval)
        #expect(try #require(twice.measurement).lost == 10)
        #expect(try #require(plain.measurement).lost == 10)
        // The first frame of each is another one: two settle.
        #expect(abs(try #require(twice.measurement).rate - #require(plain.measurement).rate) < 0.2)
        #expect(try #require(twice.measurement).rate < 91)
    }

    @Test(arguments: [[], [1], [1, 2, 3], [1, 2, 3, 3]])
    func `Too few frames are no measurement`(times: [Int64]) { #expect(Self.meter(times).measurement == nil) }
}
