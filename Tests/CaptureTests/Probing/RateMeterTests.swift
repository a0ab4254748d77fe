import MediaTime
import Testing

@testable import Capture

/// Rate and jitter from frames' timestamps.
@Suite struct RateMeterTests {
    private static func meter(_ microseconds: [Int64], sequences: [UInt32]? = nil) -> RateMeter {
        var meter = RateMeter()
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

    @Test(arguments: [[], [1], [1, 2, 3], [1, 2, 3, 3]])
    func `Too few frames are no measurement`(times: [Int64]) { #expect(Self.meter(times).measurement == nil) }
}
