import CVectors
import SignalMeasures
import Testing

/// The loops in C over samples, against the order in which they add, which is the same on all processors.
@Suite struct VectorsTests {
    private let samples = Signals.noise(count: 1200, seed: 1)
    private let weights = Signals.noise(count: 400, seed: 2)

    @Test(arguments: [8, 16, 64, 72, 144], [1, 3, 7])
    func `Filtered samples are added up in eight columns, alone and together`(taps: Int, step: Int) throws {
        for (count, targetStep) in [(1, 1), (7, 1), (8, 1), (9, 2), (16, 3), (45, 1)] {
            let size = count * targetStep
            var together = [Float](repeating: 0, count: size)
            var alone = together
            var expected = together
            unsafe overcrank_filter(&together, targetStep, samples, step, weights, taps, count)
            for index in 0..<count {
                let part = Array(samples[(index * step)...])
                unsafe overcrank_filter(&alone[index * targetStep], 1, part, 1, weights, taps, 1)
                var sums = SIMD8<Float>()
                for tap in stride(from: 0, to: taps, by: 8) { sums += column(part, tap) * column(weights, tap) }
                let first = (sums[0] + sums[2]) + (sums[1] + sums[3])
                let second = (sums[4] + sums[6]) + (sums[5] + sums[7])
                expected[index * targetStep] = first + second
            }
            #expect(together == expected)
            #expect(alone == expected)
        }
    }

    @Test(arguments: [0, 1, 8, 15, 16, 64, 71, 140])
    func `Products are added up in two times eight columns`(count: Int) {
        let whole = count / 16 * 16
        var (even, odd) = (SIMD8<Float>(), SIMD8<Float>())
        for first in stride(from: 0, to: whole, by: 16) {
            even += column(samples, first) * column(weights, first)
            odd += column(samples, first + 8) * column(weights, first + 8)
        }
        let both = even + odd
        var expected: Float = 0
        for place in 0..<8 { expected += both[place] }
        for index in whole..<count { expected += samples[index] * weights[index] }
        #expect(unsafe overcrank_dot_product(samples, weights, count) == expected)
    }

    @Test(arguments: [0, 8, 16, 64])
    func `Parabolas have the values that define them`(count: Int) {
        let (slopes, bends) = (Array(samples[400...]), Array(samples[800...]))
        var target = [Float](repeating: 0, count: count)
        unsafe overcrank_parabolas(&target, samples, slopes, bends, 0.3, count)
        let expected: [Float] = (0..<count).map { samples[$0] + 0.3 * (slopes[$0] + 0.3 * bends[$0]) }
        #expect(target == expected)
    }

    /// Eight values from an index on.
    private func column(_ values: [Float], _ first: Int) -> SIMD8<Float> { SIMD8(values[first..<first + 8]) }
}
