import CVectors
import SignalMeasures
import Testing

/// The loops in C, which have a version for processors with wider registers.
@Suite struct VectorsTests {
    private let samples = Signals.noise(count: 1200, seed: 1)
    private let weights = Signals.noise(count: 400, seed: 2)

    @Test(arguments: [8, 16, 64, 72, 144], [1, 3, 7])
    func `Filtered samples are the same to the bit on all processors, alone and together`(taps: Int, step: Int) throws {
        for (count, targetStep) in [(1, 1), (7, 1), (8, 1), (9, 2), (16, 3), (45, 1)] {
            let size = count * targetStep
            var fast = [Float](repeating: 0, count: size)
            var plain = fast
            var single = fast
            unsafe overcrank_filter(&fast, targetStep, samples, step, weights, taps, count)
            unsafe overcrank_plain_vectors.filter(&plain, targetStep, samples, step, weights, taps, count)
            for index in 0..<count {
                let part = Array(samples[(index * step)...])
                unsafe overcrank_filter(&single[index * targetStep], 1, part, 1, weights, taps, 1)
                let sum = (0..<taps).reduce(0.0) { $0 + Double(part[$1]) * Double(weights[$1]) }
                #expect((Double(fast[index * targetStep]) - sum).magnitude < 1e-6)
            }
            #expect(fast == plain)
            #expect(fast == single)
        }
    }

    @Test(arguments: [0, 1, 8, 15, 16, 64, 71, 140])
    func `Products and parabolas are the same to the bit on all processors`(count: Int) {
        let sums = unsafe (
            overcrank_dot_product(samples, weights, count), overcrank_plain_vectors.dot_product(samples, weights, count)
        )
        #expect(sums.0 == sums.1)

        let whole = count / 8 * 8
        var fast = [Float](repeating: 0, count: whole)
        var plain = fast
        let (slopes, bends) = (Array(samples[400...]), Array(samples[800...]))
        unsafe overcrank_parabolas(&fast, samples, slopes, bends, 0.3, whole)
        unsafe overcrank_plain_vectors.parabolas(&plain, samples, slopes, bends, 0.3, whole)
        #expect(fast == plain)
    }
}
