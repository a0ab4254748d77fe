internal import Benchmark

/// Two ways to the same result, measured in alternation, so that whatever else the machine does falls on both.
final class Comparison {
    private let ours: () throws -> Void
    private let theirs: () throws -> Void
    private var ratios: [Double] = []

    init(ours: @escaping () throws -> Void, theirs: @escaping () throws -> Void) {
        self.ours = ours
        self.theirs = theirs
    }

    /// One turn of each. What is reported as time is ours; the counter, a whole number, is the median of our time in
    /// hundredths of theirs.
    func run(_ state: inout BenchmarkState) throws {
        let clock = ContinuousClock()
        let other = try clock.measure(theirs)
        state.start()
        let own = try clock.measure(ours)
        try state.end()
        ratios.append(own / other)
        state.counters["% of ffmpeg"] = 100 * median(ratios)
    }
}

/// The middle value; of an even number of values the upper one.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
