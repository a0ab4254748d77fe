import Testing

@testable import FFmpeg

/// Times for packets that have none.
@Suite struct EvenTimesTests {
    @Test(
        arguments: [
            (Optional<Int64>.some(160), [110, 120, 130, 140, 150]),
            // They do not fill a pause, and what goes back is no help.
            (1000, [109, 118, 127, 136, 145]), (90, [109, 118, 127, 136, 145]), (nil, [109, 118, 127, 136, 145]),
        ] as [(Int64?, [Int64])]
    )
    func `They are even as far as that is known`(next: Int64?, times: [Int64?]) {
        #expect(EvenTimes.between(100, next, count: 5, step: 9) == times)
    }

    @Test func `They are counted back from the first that is known`() {
        #expect(EvenTimes.between(nil, 100, count: 3, step: 9) == [73, 82, 91])
        #expect(EvenTimes.between(nil, nil, count: 2, step: 9) == [nil, nil])
    }

    @Test func `Extreme times do not overflow`() {
        #expect(EvenTimes.between(.min, .max, count: 2, step: .max).count == 2)
        #expect(EvenTimes.between(nil, .min, count: 2, step: .max).count == 2)
        #expect(EvenTimes.between(.max, nil, count: 2, step: .max).count == 2)
    }
}
