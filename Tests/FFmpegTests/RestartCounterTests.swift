import Testing

@testable import FFmpeg

/// Which part of a file a packet belongs to.
@Suite struct RestartCounterTests {
    @Test(
        arguments: [
            ([0, 3000, 6000], [0, 0, 0]), ([90_000, 93_000, 0, 3000], [0, 0, 1, 1]),
            // One that is out of order, which may be a time of presentation.
            ([0, 10_800, 0, 3600], [0, 0, 0, 0]), ([0, 3600, 18_000, 7200, 10_800], [0, 0, 0, 0, 0]),
            ([0, 90_000, 180_000, 0, 90_000], [0, 0, 0, 1, 1]),
            // Packets without a time, at first and later on.
            ([nil, 3000, nil, 6000], [0, 0, 0, 0]), ([nil, nil, 90_000, nil, 0], [0, 0, 0, 0, 1]),
            // A round of the clock is 2³³ ticks.
            ([0, 1 << 33 - 9000], [0, 1]), ([.min, .max], [0, 1]), ([.max, .min], [0, 1]),
        ] as [([Int64?], [Int])]
    )
    func `A part begins where times go back`(times: [Int64?], parts: [Int]) {
        var counter = RestartCounter()
        let found = times.enumerated().map { counter.part(track: 0, time: $1, position: Int64($0)) }
        #expect(found == parts)
    }
}
