import MediaTime
import TestSupport
import Testing

@testable import Export

/// Which frames are chosen, of frames at 10 a second, the first at 0.2 s and the last until 1.2 s.
@Suite struct StillChooserTests {
    private static func chosen(_ chooser: StillChooser) throws -> StillChooser {
        var chooser = chooser
        for number in 0..<10 as Range<Int64> {
            try chooser.add(
                number,
                presentedAt: RationalTime(number + 2, 10),
                from: RationalTime(number + 2, 10),
                until: RationalTime(number + 3, 10),
                isLast: number == 9,
                isKey: number % 4 == 0
            )
        }
        return chooser
    }

    private static func numbers(_ chooser: StillChooser) throws -> [Int64] { try chosen(chooser).stills.map(\.number) }

    @Test(arguments: [
        (["0.2s"], [0]), (["0.25s", "0.29s"], [0]), (["1s", "0.3s"], [1, 8]), (["3f", "0.5s"], [3]),
        // People type six decimals.
        (["0.299999s"], [1]), (["0.299998s"], [0]), (["0.199999s"], [0]), (["1.199999s", "9f"], [9]),
    ])
    func `An instant shows the latest frame before it`(times: [String], numbers: [Int64]) throws {
        #expect(try Self.numbers(StillChooser(each: times.map { try TimeExpression(parsing: $0) })) == numbers)
    }

    @Test func `What the clip does not show is left over`() throws {
        let times: [TimeExpression] = [.time(RationalTime(12, 10)), .frame(10), .frame(2)]
        let chooser = try Self.chosen(StillChooser(each: times))
        #expect(chooser.rest.instant == RationalTime(12, 10))
        #expect(chooser.rest.number == 10)
        #expect(chooser.stills.map(\.number) == [2])
        #expect(try Self.chosen(StillChooser(each: [.time(RationalTime(1, 10))])).early == RationalTime(1, 10))
        #expect(try Self.chosen(StillChooser(each: [.time(RationalTime(2, 10))])).early == nil)
    }

    @Test(
        arguments: [
            ("0.25s", nil, [0, 2, 5, 7]), ("0.01s", "0.5s..0.7s", [3, 4]), ("0.15s", "0.5s..", [3, 4, 6, 7, 9]),
            ("0.3s", "2f..8f", [2, 5]), ("3f", nil, [0, 3, 6, 9]), ("3f", "1f..", [1, 4, 7]),
            ("1f", "0.55s..0.8s", [3, 4, 5]),
            ("10s", nil, [0]), ("10s", "0.5s..", [3]), ("0.25s", "0.51s..0.52s", [3]), ("2f", "2s..", []),
        ] as [(String, String?, [Int64])]
    )
    func `An interval begins with its range`(interval: String, range: String?, numbers: [Int64]) throws {
        let range = try range.map { try TimeRangeExpression(parsing: $0) }
        #expect(try Self.numbers(StillChooser(every: TimeExpression(parsing: interval), in: range)) == numbers)
    }

    /// Matroska rounds 33.33 ms to 33 ms, which is before the frame: whoever types that means it, as in exports.
    @Test func `A rounded timestamp shows its frame`() throws {
        let scratch = try ScratchDirectory()
        let media = try MediaDescription(ofFile: Clip("mkv", frames: 12, at: .fps(60)).write(to: scratch))
        for (milliseconds, number) in [(33, 2), (34, 2), (32, 1), (17, 1), (50, 3)] as [(Int64, Int64)] {
            let still = try #require(
                StillPlan(.each([.time(RationalTime(milliseconds, 1000))]), of: media).stills.first
            )
            #expect(still.number == number, "\(milliseconds) ms")
            #expect(still.instant == RationalTime(number, 60))
        }
    }

    @Test func `A still knows where decoding may begin`() throws {
        let stills = try Self.chosen(StillChooser(every: .frame(3), in: nil)).stills
        #expect(stills.map(\.keyFrame) == [2, 2, 6, 10].map { RationalTime($0, 10) })
    }

    @Test(arguments: [
        StillSelection.each([.frame(1), .anchor(.zero)]), .every(.anchor(.zero), in: nil),
        .every(.frame(1), in: TimeRangeExpression(from: .anchor(.zero), to: nil)),
        .all(in: TimeRangeExpression(from: nil, to: .anchor(.zero))),
    ])
    func `A time that is relative to an anchor is found`(selection: StillSelection) {
        #expect(selection.anchored == .anchor(.zero))
        #expect(StillSelection.each([.frame(1)]).anchored == nil)
    }
}
