import MediaTime
import Testing

@Suite struct ClockTextTests {
    @Test(
        arguments: [
            ([RationalTime(1, 2), RationalTime(3, 2)], ["00:00:00.500", "00:00:01.500"]),
            ([RationalTime(1, 1), RationalTime(10_004, 10_000)], ["00:00:01.000000", "00:00:01.000400"]),
            ([RationalTime(1, 3), RationalTime(1, 3)], ["00:00:00.333", "00:00:00.333"]),
            ([RationalTime(-1, 10_000), .zero], ["-00:00:00.000100", "00:00:00.000000"]),
            ([RationalTime(1, 1_000_000_000), .zero], ["00:00:00.000000001", "00:00:00.000000000"]),
            (
                [RationalTime(1, 3), RationalTime(333_333_333, 1_000_000_000)],
                ["00:00:00.333333333333", "00:00:00.333333333000"]
            ),
        ] as [([RationalTime], [String])]
    )
    func `Different times read differently`(times: [RationalTime], texts: [String]) {
        let clock = ClockText(tellingApart: times)
        #expect(times.map { clock($0) } == texts)
    }

    @Test func `A range has both of its ends`() throws {
        let range = try TimeRange(start: RationalTime(1, 1), end: RationalTime(10_004, 10_000))
        #expect(ClockText(tellingApart: [range.start])(range) == "00:00:01.000 to 00:00:01.000")
        #expect(ClockText(tellingApart: [range.start, range.end])(range) == "00:00:01.000000 to 00:00:01.000400")
    }
}
