import MediaTime
import RandomNumbers
import Testing

@testable import Capture

/// Which files of a series are deleted, without a file.
@Suite struct RetentionTests {
    private static let second: Int64 = 1_000_000_000
    private static let minute = 60 * second
    private static let day = 86_400 * second

    /// A file, and when it really began.
    private struct Kept {
        var file: SeriesFile
        let truth: Int64
    }

    /// Seven days of a file every ten minutes in simulated time. The clock is set by up to two days, forwards and backwards;
    /// one of twenty files is marked; now and then the program is started anew, which then sees files of before.
    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `Seven days`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let limits = Retention(age: RationalTime(2 * 86_400, 1), size: 30_000)
        var (files, offset, number) = ([Kept](), 1_700_000_000 * Self.second, 0)
        var start = SeriesClock(timeOfDay: offset, uptime: 0)
        var deletedByAge = 0
        for now in stride(from: 0, to: 7 * Self.day, by: 10 * Int(Self.minute)) {
            if Int.random(in: 0..<100, using: &random) == 0 {
                offset += Int64.random(in: -2 * Self.day...2 * Self.day, using: &random)
            }
            if Int.random(in: 0..<300, using: &random) == 0 {
                // What is seen then says when it began only by the clock as it stood.
                start = SeriesClock(timeOfDay: now + offset, uptime: now)
                for index in files.indices {
                    let old = files[index].file
                    files[index].file = SeriesFile(
                        name: old.name,
                        start: old.start,
                        seen: now,
                        bytes: old.bytes,
                        isMarked: old.isMarked
                    )
                }
            }
            let clock = SeriesClock(timeOfDay: now + offset, uptime: now, since: start)
            let growing = UInt64.random(in: 0..<500, using: &random)
            let plan = limits.plan(files.map { $0.file }.shuffled(using: &random), at: clock, growing: growing)
            let names = Set(plan.deletions.map { $0.name })
            #expect(names.count == plan.deletions.count)
            var total = files.reduce(growing) { $0 + $1.file.bytes }
            for file in plan.deletions {
                #expect(!file.isMarked)
                // Each is over one limit when its turn comes.
                let isOld = clock.age(of: file) > 2 * Self.day
                #expect(isOld || total > 30_000)
                if isOld { deletedByAge += 1 }
                total -= file.bytes
            }
            files.removeAll { names.contains($0.file.name) }
            let marked = files.filter(\.file.isMarked).reduce(growing) { $0 + $1.file.bytes }
            #expect(total <= 30_000 || total == marked && plan.excess == total - 30_000)
            // A file that was begun since the program was started is never older than it is, whatever the clock says.
            let remaining = files.filter { !$0.file.isMarked && $0.truth >= start.uptime }
            #expect(remaining.allSatisfy { now - $0.truth <= 2 * Self.day })
            number += 1
            let bytes = UInt64.random(in: 1...200, using: &random)
            files.append(
                Kept(
                    file: SeriesFile(
                        name: "\(number)",
                        start: now + offset,
                        seen: now,
                        bytes: bytes,
                        isMarked: number % 20 == 0
                    ),
                    truth: now
                )
            )
        }
        #expect(deletedByAge > 0)
    }

    @Test func `A clock that is set never makes a file of this run older`() {
        let start = SeriesClock(timeOfDay: 1000 * Self.day, uptime: 0)
        let file = SeriesFile(name: "a", start: 1000 * Self.day, seen: 0, bytes: 1)
        let limits = Retention(age: RationalTime(86_400, 1))
        for offset in [-500, -1, 0, 1, 500] as [Int64] {
            let early = SeriesClock(timeOfDay: (1000 + offset) * Self.day, uptime: Self.day, since: start)
            #expect(limits.plan([file], at: early, growing: 0).deletions.isEmpty)
            let late = SeriesClock(timeOfDay: (1000 + offset) * Self.day, uptime: Self.day + 1, since: start)
            #expect(limits.plan([file], at: late, growing: 0).deletions == [file])
        }
    }

    @Test func `Files of an earlier run are as old as the clock says when the series is taken up`() {
        let start = SeriesClock(timeOfDay: 1000 * Self.day, uptime: 0)
        let old = SeriesFile(name: "old", start: 969 * Self.day, seen: 0, bytes: 1)
        let young = SeriesFile(name: "young", start: 971 * Self.day, seen: 0, bytes: 1)
        let limits = Retention(age: RationalTime(30 * 86_400, 1))
        #expect(limits.plan([young, old], at: start, growing: 0).deletions == [old])
        // The clock leaps by a year.
        let leapt = SeriesClock(timeOfDay: 1365 * Self.day, uptime: Self.second, since: start)
        #expect(limits.plan([young, old], at: leapt, growing: 0).deletions == [old])
    }

    @Test(
        arguments: [("30d", 2_592_000), ("12h", 43_200), ("2w", 1_209_600), ("90s", 90), ("5m", 300)]
            as [(String, Int64)]
    )
    func `Ages are read`(text: String, seconds: Int64) throws {
        #expect(try Retention.age(parsing: text) == RationalTime(seconds, 1))
    }

    @Test(arguments: ["", "d", "30", "-1d", "0d", "1y", "9999999999999d", "1.5d"])
    func `Others are refused`(text: String) {
        #expect(throws: ParseError.self) { try Retention.age(parsing: text) }
    }
}
