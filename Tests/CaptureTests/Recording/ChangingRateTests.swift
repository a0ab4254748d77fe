import MediaTime
import RandomNumbers
import Testing

@testable import Capture

/// A camera whose rate becomes another while it is recorded loses nothing by that, and what it does lose is counted.
@Suite struct ChangingRateTests {
    /// So many frames, each after a time in hundredths of the interval that was granted.
    struct Part: Sendable {
        let count: Int
        let interval: Int64
    }

    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let parts: [Part]

        init(_ description: String, _ parts: (Int, Int64)...) {
            testDescription = description
            self.parts = parts.map { Part(count: $0.0, interval: $0.1) }
        }

        /// From one rate to another, a frame at each step between them.
        init(_ description: String, from first: Int64, by step: Int64, to last: Int64) {
            testDescription = description
            let there = stride(from: first, to: last, by: Int(step)).map { Part(count: 1, interval: $0) }
            parts =
                [Part(count: 300, interval: first)] + there + [Part(count: 300, interval: last)]
                + Array(there.reversed())
                + [Part(count: 300, interval: first)]
        }
    }

    static let courses: [Course] = [
        Course("half the rate", (600, 100), (900, 200)), Course("a quarter", (600, 100), (600, 400)),
        Course("a third more time", (600, 100), (600, 133)), Course("a quarter more time", (600, 100), (900, 125)),
        Course("a half more time", (600, 100), (600, 150)), Course("a tenth more time", (600, 100), (900, 110)),
        Course("twice the rate", (400, 200), (900, 100)), Course("a little faster", (400, 125), (900, 100)),
        Course("slow for a moment", (600, 100), (30, 125), (600, 100)),
        Course("half the rate for a moment", (600, 100), (60, 200), (600, 100)),
        Course("to and fro", (300, 100), (300, 200), (300, 100), (300, 200)),
        Course("slower before its rate is known", (40, 100), (600, 200)),
        Course("faster before its rate is known", (40, 200), (600, 100)),
        Course("slower at the end", (600, 100), (20, 125)), Course("gradually", from: 100, by: 5, to: 200),
        Course("very gradually", from: 100, by: 1, to: 200),
    ]

    /// What is counted of a course, where timestamps are late by chance, up to so many hundredths of an interval; frames for which
    /// `drops` is true are dropped before the driver numbers them.
    private static func count(
        _ parts: [Part],
        lateness: Int64,
        seed: UInt64,
        drops: (Int, inout SplitMix64) -> Bool = { _, _ in false }
    ) -> (dropped: Int64, counts: LossCounts) {
        var random = SplitMix64(seed: seed)
        var account = LossAccount(interval: RationalTime(1, 240))
        var (counts, dropped, place, number, time) = (LossCounts(), Int64(0), 0, Int64(0), Int64(0))
        for part in parts {
            for _ in 0..<part.count {
                let isDropped = drops(place, &random)
                let late = lateness > 0 ? Int64(random.next() % UInt64(lateness)) : 0
                if isDropped {
                    dropped += 1
                } else {
                    let frame = LossAccountTests.Frame(arrayLiteral: number, time + late)
                    _ = account.take(frame.facts) { counts.add($0) }
                    number += 1
                }
                place += 1
                time += part.interval
            }
        }
        account.finish { counts.add($0) }
        return (dropped, counts)
    }

    @Test(arguments: courses, [Int64(0), 2, 15, 30])
    func `Another rate is no loss`(course: Course, lateness: Int64) {
        for seed in UInt64(1)...3 {
            #expect(Self.count(course.parts, lateness: lateness, seed: seed).counts.total == 0)
        }
    }

    /// Of forty frames one, from the hundredth after the change on.
    @Test(arguments: [Int64(50), 80, 125, 150, 200, 300], [Int64(2), 30])
    func `What is lost at the new rate is counted`(interval: Int64, lateness: Int64) {
        let parts = [Part(count: 600, interval: 100), Part(count: 900, interval: interval)]
        for seed in UInt64(1)...3 {
            let (dropped, counts) = Self.count(parts, lateness: min(lateness, interval * 3 / 10), seed: seed) {
                place,
                random in
                let chance = random.next() % 40 == 0
                return chance && (100..<540).contains(place) || chance && (700..<1440).contains(place)
            }
            #expect(counts.total == counts.time)
            // Where it has become faster, it is not known at once how much.
            #expect(interval > 100 ? counts.time == dropped : (dropped * 2 / 3...dropped).contains(counts.time))
        }
    }

    struct Drops: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let drops: @Sendable (Int, inout SplitMix64) -> Bool
    }

    static let drops: [Drops] = [
        Drops(testDescription: "one of 5") { place, random in random.next() % 5 == 0 && (100..<540).contains(place) },
        Drops(testDescription: "one of 20") { place, random in random.next() % 20 == 0 && (100..<540).contains(place) },
        Drops(testDescription: "each fourth") { place, _ in (200..<300).contains(place) && place % 4 == 0 },
        Drops(testDescription: "each eighth") { place, _ in (200..<300).contains(place) && place % 8 == 0 },
        Drops(testDescription: "each third") { place, _ in (200..<290).contains(place) && place % 3 == 0 },
        Drops(testDescription: "half of a moment") { place, random in
            random.next() % 2 == 0 && (200..<260).contains(place)
        },
        Drops(testDescription: "15 in a row") { place, _ in (200..<215).contains(place) },
        Drops(testDescription: "five and five") { place, _ in (200..<230).contains(place) && place % 10 > 5 },
    ]

    @Test(arguments: drops) func `What is dropped is not taken for a lower rate`(drops: Drops) {
        for seed in UInt64(1)...3 {
            let (dropped, counts) = Self.count(
                [Part(count: 600, interval: 100)],
                lateness: 2,
                seed: seed,
                drops: drops.drops
            )
            #expect(counts.time == dropped)
            #expect(counts.total == dropped)
        }
    }

    /// From the first frames on, or from some on to the end: what is left comes as evenly as at a lower rate.
    @Test(arguments: [3, 4, 5, 8, 20], [1, 100, 400])
    func `What is dropped regularly is not taken for a lower rate`(each: Int, from start: Int) {
        for lateness in [Int64(0), 2, 15] {
            let (dropped, counts) = Self.count([Part(count: 960, interval: 100)], lateness: lateness, seed: 1) {
                place,
                _ in
                place >= start && place < 955 && place % each == 0
            }
            #expect(counts.total == counts.time)
            #expect((dropped * 49 / 50...dropped).contains(counts.time))
        }
    }

    @Test(arguments: [UInt64(3), 4, 5], [UInt64(1), 2, 3])
    func `What is dropped often, and at random, is not taken for a lower rate`(each: UInt64, seed: UInt64) {
        let (dropped, counts) = Self.count([Part(count: 960, interval: 100)], lateness: 2, seed: seed) {
            place,
            random in
            random.next() % each == 0 && (1..<955).contains(place)
        }
        #expect((dropped * 19 / 20...dropped).contains(counts.time))
    }

    /// Before anything shows which rate the camera has.
    @Test(arguments: [Int64(80), 103, 125, 200], [UInt64(20), 100])
    func `What is lost from the first frames on at another rate is counted`(interval: Int64, each: UInt64) {
        for seed in UInt64(1)...24 {
            let parts = [Part(count: 1200, interval: interval)]
            let (dropped, counts) = Self.count(parts, lateness: 2, seed: seed) { place, random in
                random.next() % each == 0 && (1..<1160).contains(place)
            }
            #expect(counts.time == dropped)
            #expect(counts.total == dropped)
        }
    }

    @Test(arguments: [Int64(80), 100, 103, 125, 200], [UInt64(4), 8])
    func `Frames that are late one by one at another rate are no losses`(interval: Int64, each: UInt64) {
        for seed in UInt64(1)...8 {
            var random = SplitMix64(seed: seed)
            var account = LossAccount(interval: RationalTime(1, 240))
            var counts = LossCounts()
            for place in Int64(0)..<1200 {
                let isLate = random.next() % each == 0
                let late = isLate ? Int64(random.next() % UInt64(interval * 9 / 10)) : Int64(random.next() % 2)
                let frame = LossAccountTests.Frame(arrayLiteral: place, place * interval + late)
                _ = account.take(frame.facts) { counts.add($0) }
            }
            account.finish { counts.add($0) }
            #expect(counts.total == 0)
        }
    }

    /// While a busy machine was slow: by how many hundredths of an interval each frame of a camera was stamped late, as it did with a UVC
    /// camera at 330 fps; `nil` for a frame that was lost.
    static let stalls: [[Int64?]] = [
        [1, 54, 0, 74, 0, 0, 54, 111, nil, 68, 119, nil, 96, nil, 70],
        [114, nil, 0, 57, 118, nil, 68, 0, 106, nil, 56, 0, 66, 118, nil, 0, 52, 106, nil, 68, 73, 4, 58],
        [
            102, nil, 0, 50, 110, nil, 60, 0, 67, 121, nil, 0, 53, 106, nil, 70, 0, 51, 0, 56, 0, 50, 112, nil, 39, 0,
            58, 56,
        ],
    ]

    @Test(arguments: stalls, [90, 200, 611]) func `What is lost in a stall is not taken for a lower rate`(
        stall: [Int64?],
        start: Int
    ) {
        var account = LossAccount(interval: RationalTime(1, 240))
        var (counts, number) = (LossCounts(), Int64(0))
        for place in 0..<900 {
            guard let late = stall.indices.contains(place - start) ? stall[place - start] : 0 else { continue }
            let frame = LossAccountTests.Frame(arrayLiteral: number, Int64(place) * 100 + late)
            _ = account.take(frame.facts) { counts.add($0) }
            number += 1
        }
        account.finish { counts.add($0) }
        #expect(counts.time == Int64(stall.count { $0 == nil }))
        #expect(counts.total == counts.time)
    }

    /// A clock of 250 steps a second, as some drivers take: the frames' times are whole steps.
    @Test func `Stamps of a coarse clock are no losses`() {
        var account = LossAccount(interval: RationalTime(1, 240))
        var counts = LossCounts()
        for number in Int64(0)..<1200 {
            let facts = CapturedFrame(
                sequence: UInt32(number),
                timestamp: RationalTime(number * 250 / 240, 250),
                isDamaged: false
            )
            _ = account.take(facts) { counts.add($0) }
        }
        account.finish { counts.add($0) }
        #expect(counts.total == 0)
        #expect(abs(account.actualInterval * 240 - 1) < 0.001)
    }

    /// The hundreds of frames that they were late were all counted as lost.
    @Test(arguments: [Int64(125), 200], [Int64(60), 90])
    func `Where timestamps scatter, another rate is nearly no loss`(interval: Int64, lateness: Int64) {
        let parts = [Part(count: 700, interval: 100), Part(count: 700, interval: interval)]
        for seed in UInt64(1)...3 {
            #expect(Self.count(parts, lateness: lateness, seed: seed).counts.total <= 7)
        }
    }
}
