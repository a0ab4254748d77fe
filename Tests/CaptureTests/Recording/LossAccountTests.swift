@testable import Capture
import MediaTime
import RandomNumbers
import Testing

/// Every loss once, and none invented.
@Suite struct LossAccountTests {
    /// A frame as the driver reports it: its number, and when it came, in hundredths of an interval.
    struct Frame: Sendable, ExpressibleByArrayLiteral {
        let number: UInt32
        let time: Int64
        var isDamaged = false

        init(arrayLiteral values: Int64...) {
            number = UInt32(truncatingIfNeeded: values[0])
            time = values[1]
            isDamaged = values.count > 2
        }

        /// An interval is 1/240 s.
        var facts: CapturedFrame {
            CapturedFrame(sequence: number, timestamp: RationalTime(time, 24_000), isDamaged: isDamaged)
        }
    }

    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let frames: [Frame]
        var sequence: Int64 = 0
        var time: Int64 = 0
        var flagged: Int64 = 0
    }

    static let courses: [Course] = [
        Course(testDescription: "all there", frames: [[5, 0], [6, 100], [7, 200], [8, 300]]),
        Course(testDescription: "jitter", frames: [[5, 0], [6, 140], [7, 190], [8, 310]]),
        Course(testDescription: "one and a half intervals are none lost", frames: [[5, 0], [6, 150]]),
        Course(testDescription: "a little more is one", frames: [[5, 0], [6, 151]], time: 1),
        Course(testDescription: "a leap", frames: [[5, 0], [8, 300], [9, 400]], sequence: 2),
        Course(testDescription: "a leap with jitter", frames: [[5, 0], [7, 145], [8, 300]], sequence: 1),
        Course(testDescription: "a gap in time alone", frames: [[5, 0], [6, 300], [7, 400]], time: 2),
        Course(testDescription: "both in one", frames: [[5, 0], [7, 400], [8, 500]], sequence: 1, time: 2),
        Course(
            testDescription: "the numbers begin anew after the last one",
            frames: [[0xFFFF_FFFE, 0], [0xFFFF_FFFF, 100], [0, 200], [1, 300]]
        ),
        Course(
            testDescription: "a leap over the last number",
            frames: [[0xFFFF_FFFE, 0], [1, 300], [2, 400]],
            sequence: 2
        ),
        Course(testDescription: "a number twice", frames: [[5, 0], [6, 100], [6, 200], [7, 300]]),
        Course(
            testDescription: "a number twice, and on",
            frames: [[5, 0], [6, 100], [6, 200], [8, 300], [9, 400]]
        ),
        Course(testDescription: "a late frame", frames: [[5, 0], [6, 160], [7, 200], [8, 300]]),
        Course(testDescription: "a late frame after a lost one", frames: [[5, 0], [6, 270], [7, 300]], time: 1),
        Course(testDescription: "two numbers exchanged", frames: [[5, 0], [7, 100], [6, 200], [8, 300]]),
        Course(testDescription: "all numbers anew", frames: [[500, 0], [501, 100], [0, 200], [1, 300]]),
        Course(testDescription: "a number from nowhere", frames: [[5, 0], [9000, 100], [9001, 200]]),
        Course(testDescription: "damaged", frames: [[5, 0], [6, 100, 1], [7, 200]], flagged: 1),
        Course(testDescription: "damaged first", frames: [[5, 0, 1], [6, 100]], flagged: 1),
        Course(
            testDescription: "damaged after a leap",
            frames: [[5, 0], [7, 200, 1], [8, 300]],
            sequence: 1,
            flagged: 1
        ),
        Course(testDescription: "no later than the one before", frames: [[5, 0], [6, 0], [7, 200]], flagged: 1),
        Course(testDescription: "back in time", frames: [[5, 0], [6, 100], [7, 50], [8, 300]], flagged: 1),
    ]

    @Test(arguments: courses) func `Losses are counted once`(course: Course) {
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        var kept = 0
        for frame in course.frames {
            if account.take(frame.facts, report: { counts.add($0) }) == .keep { kept += 1 }
        }
        account.finish { counts.add($0) }
        #expect(counts.sequence == course.sequence)
        #expect(counts.time == course.time)
        #expect(counts.flagged == course.flagged)
        #expect(counts.total == course.sequence + course.time + course.flagged)
        #expect(kept == course.frames.count - Int(course.flagged))
    }

    @Test func `A loss has its instant`() {
        var account = LossAccount(interval: RationalTime(1, 240))
        var losses: [Loss] = []
        let frames: [Frame] = [[5, 0], [8, 300], [9, 600], [10, 700, 1]]
        for frame in frames { _ = account.take(frame.facts) { losses.append($0) } }
        #expect(losses.isEmpty)
        account.finish { losses.append($0) }
        #expect(
            losses == [
                Loss(kind: .sequence, count: 2, timestamp: .zero, sequence: 6),
                Loss(kind: .time, count: 2, timestamp: RationalTime(300, 24_000), sequence: 9),
                Loss(kind: .flagged, count: 1, timestamp: RationalTime(700, 24_000), sequence: 10),
            ]
        )
    }

    @Test func `A loss is reported when it is certain, and one that was none never is`() {
        var account = LossAccount(interval: RationalTime(1, 240))
        var losses: [Loss] = []
        for number in Int64(0)..<100 where number != 50 {
            // Every tenth frame comes one interval late, all that was held up with it at once.
            let frame: Frame = [number, number * 100 + (number % 10 == 5 ? 95 : 0)]
            _ = account.take(frame.facts) { losses.append($0) }
            #expect(losses.isEmpty == (number < 68))
        }
        account.finish { losses.append($0) }
        #expect(losses == [Loss(kind: .sequence, count: 1, timestamp: RationalTime(4900, 24_000), sequence: 50)])
    }

    @Test(arguments: [UInt64(1), 2, 3]) func `Whatever is dropped at random is what is counted`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        var dropped: Int64 = 0
        for number in Int64(0)..<20_000 {
            if number > 0, number < 19_999, random.next() % 10 == 0 {
                dropped += 1
                continue
            }
            let jitter = Int64(random.next() % 40) - 20
            let frame: Frame = [0xFFFF_F000 + number, number * 100 + jitter]
            _ = account.take(frame.facts) { counts.add($0) }
        }
        account.finish { counts.add($0) }
        #expect(counts.sequence == dropped)
        #expect(counts.total == dropped)
    }

    /// Frames that are late by chance, as by a busy bus, up to so many hundredths of an interval; the true interval is in
    /// hundredths of the one that was granted. One of `drops` is dropped before the driver numbers it; none for 0.
    private static func count(
        lateness: Int64,
        interval: Int64 = 100,
        drops: UInt64,
        seed: UInt64,
        frames: Int64 = 20_000
    ) -> (dropped: Int64, counts: LossCounts, excess: Int64) {
        var random = SplitMix64(seed: seed)
        var account = LossAccount(interval: RationalTime(1, 240))
        var (counts, dropped, number, kept, excess) = (LossCounts(), Int64(0), UInt32(0), Int64(0), Int64.min)
        for place in 0..<frames {
            if drops > 0, place > 100, place < frames - 100, random.next() % drops == 0 {
                dropped += 1
                continue
            }
            let jitter = lateness > 0 ? Int64(random.next() % UInt64(lateness)) : 0
            let frame: Frame = [Int64(number), place * interval + jitter]
            number += 1
            if account.take(frame.facts, report: { counts.add($0) }) == .keep { kept += 1 }
            // As many as there were places for, and no more.
            excess = max(excess, kept + counts.total - (place + 1))
        }
        account.finish { counts.add($0) }
        return (dropped, counts, excess)
    }

    @Test(arguments: [UInt64(1), 2, 3], [Int64(0), 30, 60, 90]) func `Jitter invents no loss`(
        seed: UInt64,
        lateness: Int64
    ) {
        #expect(Self.count(lateness: lateness, drops: 0, seed: seed).counts.total == 0)
    }

    @Test(arguments: [UInt64(1), 2, 3], [Int64(0), 30, 60, 90])
    func `What is missing by time alone is counted in spite of jitter`(seed: UInt64, lateness: Int64) {
        let (dropped, counts, excess) = Self.count(lateness: lateness, drops: 100, seed: seed)
        #expect(counts.total == counts.time)
        #expect(excess <= 0)
        // Where timestamps scatter that much, the rate alone does not prove all.
        if lateness < 60 { #expect(counts.time == dropped) } else { #expect(counts.time > dropped / 4) }
    }

    @Test(arguments: [Int64(80), 97, 99, 101, 103, 125, 200])
    func `A camera with an even rate of its own loses nothing`(interval: Int64) {
        #expect(Self.count(lateness: 20, interval: interval, drops: 0, seed: 1).counts.total == 0)
        let (dropped, counts, _) = Self.count(lateness: 20, interval: interval, drops: 100, seed: 2)
        #expect((dropped * 9 / 10...dropped).contains(counts.time))
    }

    /// A driver that counts fields, say, or what it passes over: each frame comes an interval after the one before.
    @Test(arguments: [Int64(2), 3, 10], [Int64(0), 40]) func `Numbers may rise by more than one`(
        step: Int64,
        lateness: Int64
    ) {
        var random = SplitMix64(seed: 5)
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        var dropped: Int64 = 0
        for number in Int64(0)..<5000 {
            if number > 200, number < 4900, random.next() % 50 == 0 {
                dropped += 1
                continue
            }
            let jitter = lateness > 0 ? Int64(random.next() % UInt64(lateness)) : 0
            _ = account.take(Frame(arrayLiteral: number * step, number * 100 + jitter).facts) { counts.add($0) }
        }
        account.finish { counts.add($0) }
        #expect(counts.sequence == dropped)
        #expect(counts.total == dropped)
    }

    @Test func `Numbers that rise by two at half the rate are losses`() {
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        for number in Int64(0)..<1000 {
            _ = account.take(Frame(arrayLiteral: number * 2, number * 200).facts) { counts.add($0) }
        }
        account.finish { counts.add($0) }
        #expect(counts.sequence == 999)
    }

    @Test func `Frames that are given twice are no other rate`() {
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        for number in Int64(0)..<1000 {
            _ = account.take(Frame(arrayLiteral: number, number / 2 * 100).facts) { counts.add($0) }
        }
        account.finish { counts.add($0) }
        #expect(counts.flagged == 500)
        #expect(counts.total == 500)
        #expect(abs(account.actualInterval * 240 - 1) < 0.01)
    }

    @Test func `A stall that is caught up with is no loss`() {
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        for number in Int64(0)..<2000 {
            // All frames of a tenth of a second come at its end.
            let isHeld = number % 500 >= 400 && number % 500 < 424
            let time = isHeld ? number / 500 * 50_000 + 42_400 + number % 500 - 400 : number * 100
            _ = account.take(Frame(arrayLiteral: number, time).facts) { counts.add($0) }
        }
        account.finish { counts.add($0) }
        #expect(counts.time == 0)
    }

    @Test func `A loss is a line of JSON`() {
        let loss = Loss(kind: .sequence, count: 2, timestamp: RationalTime(3_500_000, 1_000_000), sequence: 6)
        #expect(
            RecordingLog.line(loss, since: RationalTime(1, 1))
                == #"{"kind": "sequence", "count": 2, "sequence": 6, "timestamp": "3500000/1000000", "seconds": 2.5}"#
        )
    }
}
