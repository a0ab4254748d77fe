import CVectors
import Glibc
import SignalMeasures
import Testing

@testable import TimeStretch

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
    func `Complex numbers are led to others and made units`(count: Int) {
        let (values, others) = (Signals.noise(count: 2 * count, seed: 8), Signals.noise(count: 2 * count, seed: 9))
        let before = Signals.noise(count: 2 * count, seed: 10)
        var (turns, expected) = (before, before)
        unsafe overcrank_add_turns(&turns, values, others, 0.4, count)
        for bin in 0..<count {
            let (a, b) = (values[2 * bin], values[2 * bin + 1])
            let c = others[2 * bin] + 0.4 * (others[2 * bin] - a)
            let d = others[2 * bin + 1] + 0.4 * (others[2 * bin + 1] - b)
            expected[2 * bin] += a * c + b * d
            expected[2 * bin + 1] += a * d - b * c
        }
        #expect(turns == expected)

        if count > 3 { turns.replaceSubrange(0..<6, with: [0, 0, .infinity, 1, 1e-20, 0]) }
        expected = turns
        for (least, real) in [(Float.leastNormalMagnitude, Float(1)), (0, 0)] {
            var units = turns
            unsafe overcrank_make_units(&units, least, real, count)
            for bin in 0..<count {
                let (x, y) = (turns[2 * bin], turns[2 * bin + 1])
                let power = x * x + y * y
                let hasPhase = power > least && power.isFinite
                expected[2 * bin] = hasPhase ? x / power.squareRoot() : real
                expected[2 * bin + 1] = hasPhase ? y / power.squareRoot() : 0
            }
            #expect(units == expected)
        }
    }

    @Test(arguments: [0, 1, 7, 64, 101])
    func `Levels are compared over seven places, and half of a change is made up for`(count: Int) {
        let reach = Int(OVERCRANK_LEVEL_REACH)
        func powers(_ seed: UInt64) -> [Float] { Signals.noise(count: count + 2 * reach, seed: seed).map { $0 * $0 } }
        let (powers, others) = (powers(11), powers(12).map { 2 * $0 })
        let (values, turns) = (Signals.noise(count: 2 * count, seed: 13), Signals.noise(count: 2 * count, seed: 14))
        var changes = [Float](repeating: -1, count: count)
        var halves = changes
        var turned = values
        unsafe overcrank_level_changes(&changes, powers, others, 4, count)
        unsafe overcrank_half_changes(&halves, changes, 0.1, count)
        unsafe overcrank_turn_each(&turned, turns, halves, count)
        for bin in 0..<count {
            let places = bin...bin + 2 * reach
            let change = powers[places].reduce(0, +) / others[places].reduce(.leastNormalMagnitude, +)
            #expect(changes[bin] == min(max(change, 0.25), 4).squareRoot())
            let half = changes[bin].squareRoot()
            #expect(halves[bin] == half + 0.1 * half * (half - 1))
            let (x, y) = (turns[2 * bin] * halves[bin], turns[2 * bin + 1] * halves[bin])
            let (a, b) = (values[2 * bin], values[2 * bin + 1])
            #expect(turned[2 * bin] == a * x - b * y && turned[2 * bin + 1] == a * y + b * x)
        }
    }

    @Test func `Peaks are compared with others, and ranges by how alike they are`() {
        let (values, others) = (Signals.noise(count: 120, seed: 15), Signals.noise(count: 120, seed: 16))
        let peaks: [Int32] = [2, 4, 9, 30, 58]
        var turns = [Float](repeating: 1, count: 10)
        unsafe overcrank_add_peak_turns(&turns, values, others, peaks, peaks.count)
        for (index, peak) in peaks.enumerated() {
            let bin = 2 * Int(peak)
            let (a, b, c, d) = (values[bin], values[bin + 1], others[bin], others[bin + 1])
            #expect(turns[2 * index] == 1 + (c * a + d * b) && turns[2 * index + 1] == 1 + (d * a - c * b))
        }
        let products: [Float] = [3, 4, 25, 1, -2, 0, 4, 1, 1, 1, 0, 5]
        var likenesses = [Float](repeating: 0, count: 3)
        unsafe overcrank_likenesses(&likenesses, products, [0.6, 0.8, 1, 0, 1, 0], 3)
        #expect(likenesses == [1, -1, 1])
    }

    @Test(arguments: [0.75, 0.85, 1] as [Float])
    func `Gains make up for what unlike frames lose`(power: Float) {
        let shares: [Float] = [0.4, 0.35, 0.2, 0.05]
        let makeup = LevelMakeup(shares: shares, power: power)
        for likeness in stride(from: Float(-0.35), through: 1, by: 0.0137) {
            let level = zip(shares, 0...).reduce(Float(0)) { $0 + $1.0 * pow(likeness, Float($1.1)) }
            #expect(abs(makeup.gain(likeness) / pow(level, -power / 2) - 1) < 3e-5)
        }
        #expect(makeup.gain(1) == 1 && makeup.gain(7) == 1 && makeup.gain(.nan) == 1)
        #expect(makeup.gain(-1) == makeup.gain(-0.35))
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
        target = other
        unsafe overcrank_divide_by(&target, one, count)
        #expect(target == zip(one, other).map { $0 / $1 })
    }

    @Test(arguments: [0, 1, 7, 64, 101])
    func `Samples are windowed, and left and right are made of middle and side`(count: Int) {
        let (one, other) = (Signals.noise(count: count, seed: 15), Signals.noise(count: count, seed: 16))
        let windowed: [Float] = zip(one, other).map { -0.3 * $0 * $1 }
        let sums: [Float] = zip(one, other).map { $0 + $1 }
        let differences: [Float] = zip(one, other).map { $0 - $1 }
        var target = one
        unsafe overcrank_window(&target, one, other, -0.3, count)
        #expect(target == windowed)
        unsafe overcrank_add_windowed(&target, one, other, -0.3, count)
        let twice: [Float] = windowed.map { 2 * $0 }
        #expect(target == twice)
        var (left, right) = (one, other)
        unsafe overcrank_separate(&left, &right, count)
        #expect(left == sums)
        #expect(right == differences)
    }

    @Test(arguments: [0, 1, 7, 64, 101])
    func `Powers are set and added`(count: Int) {
        let values = Signals.noise(count: 2 * count, seed: 17)
        let expected: [Float] = (0..<count).map { bin in
            let (x, y) = (values[2 * bin], values[2 * bin + 1])
            return x * x + y * y
        }
        var powers = [Float](repeating: 5, count: count)
        unsafe overcrank_powers(&powers, values, count)
        #expect(powers == expected)
        unsafe overcrank_add_powers(&powers, values, count)
        let twice: [Float] = expected.map { 2 * $0 }
        #expect(powers == twice)
    }
}
