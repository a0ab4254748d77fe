import MediaTime
import RandomNumbers
import Testing

@testable import Capture

/// Stamps that say less than when a frame was taken: a clock of few steps, and frames that are handled two or three at a time. Nothing is
/// lost by that, at whatever rate a camera delivers, and what is lost is found all the same.
@Suite struct SteppedStampsTests {
    /// What a camera grants and delivers, in frames a second.
    struct Rates: Sendable, CustomTestStringConvertible {
        let (granted, delivered): (Double, Double)

        init(_ granted: Double, _ delivered: Double) { (self.granted, self.delivered) = (granted, delivered) }

        var testDescription: String { "\(delivered) of \(granted) fps" }
    }

    static let rates = [
        Rates(120, 120), Rates(120, 100), Rates(60, 60), Rates(60, 50), Rates(60, 75), Rates(75, 75), Rates(90, 75),
        Rates(96, 97), Rates(100, 97), Rates(200, 187), Rates(240, 240), Rates(240, 120), Rates(240, 200),
        Rates(244, 231), Rates(30, 30), Rates(30, 25), Rates(600, 580),
    ]

    /// How frames are stamped.
    struct Stamps: Sendable {
        /// A clock's step in microseconds.
        var step: Int64 = 1
        /// So many frames are handled one soon after the other.
        var group = 1
        /// The last of a group is later than the first by so much of an interval, besides; below zero, each is as much nearer to the one before.
        var spread = 0.0
        /// Stamps are earlier or later by half as much by chance, in intervals.
        var jitter = 0.0
    }

    /// Of five hundred frames so many are dropped before the driver numbers them.
    private static func count(_ rates: Rates, _ stamps: Stamps, drops: Int, seed: UInt64) -> LossCounts {
        var random = SplitMix64(seed: seed)
        func part() -> Double { Double(random.next() >> 11) * 0x1p-53 }
        var account = LossAccount(interval: RationalTime(Int64((1_000_000 / rates.granted).rounded()), 1_000_000))
        var (counts, dropped, number) = (LossCounts(), Set<Int>(), UInt32(0))
        while dropped.count < drops { dropped.insert(60 + Int(part() * 380)) }
        let first = 1000 + part() / rates.delivered
        for place in 0..<500 {
            let late = stamps.jitter * (part() - 0.5)
            guard !dropped.contains(place) else { continue }
            let ofGroup = stamps.group > 1 ? Double(place % stamps.group) / Double(stamps.group - 1) : 0
            let moved = stamps.spread * (stamps.spread < 0 ? Double(stamps.group - 1) * (ofGroup - 1) : ofGroup)
            let microseconds = Int64((first + (Double(place) + late + moved) / rates.delivered) * 1_000_000)
            let stamp = RationalTime(microseconds / stamps.step * stamps.step, 1_000_000)
            let frame = CapturedFrame(sequence: number, timestamp: stamp, isDamaged: false)
            _ = account.take(frame) { counts.add($0) }
            number += 1
        }
        account.finish { counts.add($0) }
        return counts
    }

    /// No case has more losses than there were; of all cases as large a part was found, at least.
    private static func check(_ rates: Rates, _ all: [Stamps], found least: Double) {
        var (dropped, found) = (Int64(0), Int64(0))
        for stamps in all {
            for drops in 0...3 {
                for seed in UInt64(1)...2 {
                    let counts = count(rates, stamps, drops: drops, seed: seed)
                    #expect(counts.time <= Int64(drops), "\(stamps), \(drops) dropped, seed \(seed)")
                    #expect(counts.sequence == 0)
                    dropped += Int64(drops)
                    found += counts.time
                }
            }
        }
        #expect(Double(found) >= least * Double(dropped), "\(found) of \(dropped)")
    }

    @Test(arguments: rates) func `Frames that are handled together are none lost`(rates: Rates) {
        var all: [Stamps] = []
        for group in 2...4 {
            for spread in [-0.9, 0.3, 0.4, 0.5, 0.6, 0.667, 0.75, 0.9] {
                for jitter in [0, 0.02, 0.1] { all.append(Stamps(group: group, spread: spread, jitter: jitter)) }
            }
        }
        Self.check(rates, all, found: 0.6)
    }

    /// Of a clock whose steps are about an interval long less is found: a longer time may be a step.
    @Test(arguments: rates, [Int64(1), 4, 8, 10]) func `Stamps of a clock in milliseconds are none lost`(
        rates: Rates,
        step: Int64
    ) {
        // Frames at the same time are in no order.
        guard Double(step) * rates.delivered < 900 else { return }
        let all = [0, 0.02, 0.1].map { Stamps(step: step * 1000, jitter: $0) }
        Self.check(rates, all, found: 0)
    }

    /// Seventy-five frames a second by a clock of ten milliseconds, and pairs of frames at a rate that was not granted.
    @Test(arguments: [
        (Rates(75, 75), Stamps(step: 10_000)), (Rates(60, 75), Stamps(step: 10_000)),
        (Rates(120, 120), Stamps(group: 2, spread: 0.6)), (Rates(120, 100), Stamps(group: 2, spread: 0.5)),
        (Rates(120, 100), Stamps(group: 2, spread: 0.33, jitter: 0.02)),
    ]) func `What is lost between them is found`(rates: Rates, stamps: Stamps) {
        for seed in UInt64(1)...5 {
            #expect(Self.count(rates, stamps, drops: 1, seed: seed).time == 1)
        }
        Self.check(rates, [stamps], found: 0.9)
    }

    /// One frame of ten: the times between the others are whole multiples of an interval that was not granted, as those of a clock are.
    @Test(
        arguments: [Rates(60, 58), Rates(120, 116), Rates(30, 28.5), Rates(240, 225), Rates(90, 75)],
        [0, 0.002, 0.02, 0.1]
    )
    func `What is lost again and again at another rate than was granted is found`(rates: Rates, jitter: Double) {
        for seed in UInt64(1)...5 {
            let counts = Self.count(rates, Stamps(jitter: jitter), drops: 40, seed: seed)
            #expect((39...40).contains(counts.time), "seed \(seed)")
        }
    }

    /// The last frames of a recording may all be later than most: a loss is what is later than as many in a row have been.
    @Test func `Frames that end late are none lost`() {
        for count in Int64(100)...104 {
            var account = LossAccount(interval: RationalTime(1, 240))
            var counts = LossCounts()
            for number in 0..<count {
                let time = number * 100 + number % 4 * 30
                _ = account.take(LossAccountTests.Frame(arrayLiteral: number, time).facts) { counts.add($0) }
            }
            account.finish { counts.add($0) }
            #expect(counts.total == 0)
        }
    }
}
