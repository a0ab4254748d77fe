import MediaTime
import Testing

@testable import Capture

/// Rates that are measured are the driver's.
@Suite struct DriverPaceTests {
    private func frame(_ number: Int64) -> CapturedFrame {
        CapturedFrame(
            sequence: UInt32(number),
            timestamp: RationalTime(number * 4000, 1_000_000),
            isDamaged: false
        )
    }

    @Test func `Frames that the driver missed count, those that were lost in memory count once`() {
        var pace = DriverPace()
        #expect(pace.rate == nil)
        for number: Int64 in [0, 1, 2, 5, 6, 7, 8] { pace.add(frame(number)) }
        pace.add(frame(2).loss(.overflow))
        pace.add(Loss(kind: .sequence, count: 2, timestamp: frame(2).timestamp, sequence: 3))
        #expect(pace.rate.map { abs($0 - 250) < 1e-9 } == true)
    }

    @Test func `A frame that is given twice counts once, and one with a wrong stamp as one`() {
        let interval = RationalTime(4000, 1_000_000)
        var (twice, wrong) = (DriverPace(interval: interval), DriverPace(interval: interval))
        for number in Int64(0)..<20 {
            twice.add(frame(number))
            twice.add(frame(number))
            wrong.add(frame(number == 10 ? 9 : number))
        }
        #expect(twice.rate.map { abs($0 - 250) < 1e-9 } == true)
        #expect(wrong.rate.map { abs($0 - 250) < 1e-9 } == true)
    }
}
