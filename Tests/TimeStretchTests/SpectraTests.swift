import CVectors
import SignalMeasures
import Testing

/// The loops in C over the bins of a spectrum, against what they are defined as.
@Suite struct SpectraTests {
    /// Powers with plateaus and long slopes.
    private static let powers: [[Float]] = [
        Signals.noise(count: 300, level: 1, seed: 1).map { $0 * $0 },
        Signals.noise(count: 301, level: 3, seed: 2).map { ($0 * $0).rounded() },
        (0..<97).map { Float($0 % 31) },
        (0..<64).map { Float(-($0 % 13)) },
        Array(repeating: 1, count: 40),
        [0, 0, 1, 0, 0],
    ]

    @Test(arguments: powers, [1, 2])
    func `Peaks are higher than their neighbours, and between them is what is lowest`(
        powers: [Float],
        reach: Int
    ) {
        let range = 2..<powers.count - 2
        let expected = range.filter { bin in
            (1...reach).allSatisfy { powers[bin] > powers[bin - $0] && powers[bin] >= powers[bin + $0] }
        }
        var peaks = [Int32](repeating: -1, count: powers.count)
        var lows = peaks
        let count = unsafe overcrank_peaks(
            &peaks,
            &lows,
            powers,
            reach,
            range.lowerBound,
            range.upperBound
        )
        #expect(peaks[..<count].map { Int($0) } == expected)
        let between = zip(expected, expected.dropFirst()).map { first, second in
            (first...second).reduce(first) { powers[$1] < powers[$0] ? $1 : $0 }
        }
        #expect(lows[..<max(0, count - 1)].map { Int($0) } == between)
    }

    @Test func `Ranges of complex numbers are compared and turned`() {
        let edges: [Int32] = [3, 3, 4, 9, 40, 57]
        let values = Signals.noise(count: 120, seed: 3)
        let others = Signals.noise(count: 120, seed: 4)
        let turns = Signals.noise(count: 10, seed: 5)
        var sums = [Float](repeating: 0, count: 20)
        var turned = values
        unsafe overcrank_range_products(&sums, values, others, edges, 5)
        unsafe overcrank_turn_ranges(&turned, turns, edges, 5)
        var expected = values
        for range in 0..<5 {
            var (x, y, power, other) = (Float(0), Float(0), Float(0), Float(0))
            for bin in Int(edges[range])..<Int(edges[range + 1]) {
                let (a, b, c, d) = (
                    values[2 * bin], values[2 * bin + 1], others[2 * bin], others[2 * bin + 1]
                )
                x += a * c + b * d
                y += a * d - b * c
                power += a * a + b * b
                other += c * c + d * d
                expected[2 * bin] = a * turns[2 * range] - b * turns[2 * range + 1]
                expected[2 * bin + 1] = a * turns[2 * range + 1] + b * turns[2 * range]
            }
            #expect(sums[4 * range..<4 * range + 4].elementsEqual([x, y, power, other]))
        }
        #expect(turned == expected)
    }

    @Test(arguments: [0, 1, 7, 64, 101])
    func `Frames are added, bounded and divided`(count: Int) {
        let (one, other) = (Signals.noise(count: count, seed: 6), Signals.noise(count: count, seed: 7))
        var target = one
        unsafe overcrank_add(&target, other, count)
        #expect(target == zip(one, other).map { $0 + $1 })
        unsafe overcrank_set_sum(&target, one, other, 0.01, count)
        #expect(target == zip(one, other).map { max($0 + $1, 0.01) })
        unsafe overcrank_set_sum(&target, one, other, -.infinity, count)
        #expect(target == zip(one, other).map { $0 + $1 })
        unsafe overcrank_multiply(&target, other, count)
        #expect(target == zip(one, other).map { ($0 + $1) * $1 })
        unsafe overcrank_divide(&target, one, other, 0.02, count)
        #expect(target == zip(one, other).map { $0 / max($1, 0.02) })
    }
}
