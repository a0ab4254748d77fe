/// The least squares of six unknowns: rows of factors, each with the error that they are to explain.
struct NormalEquations {
    /// For each factor, the sums of its products with all six and with the error.
    private var rows = [SIMD8<Double>](repeating: .zero, count: 6)
    /// The same of the last observations, in the faster type.
    private var recent = (
        SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero,
        SIMD8<Float>.zero
    )
    private var count = 0

    /// Adds an observation: six factors, the error, and 0.
    @inline(__always)
    mutating func add(_ observation: SIMD8<Float>, _ weight: Float) {
        let weighted = observation * weight
        recent.0 += weighted[0] * observation
        recent.1 += weighted[1] * observation
        recent.2 += weighted[2] * observation
        recent.3 += weighted[3] * observation
        recent.4 += weighted[4] * observation
        recent.5 += weighted[5] * observation
        count += 1
        if count == 256 { collect() }
    }

    private mutating func collect() {
        rows[0] += SIMD8<Double>(recent.0)
        rows[1] += SIMD8<Double>(recent.1)
        rows[2] += SIMD8<Double>(recent.2)
        rows[3] += SIMD8<Double>(recent.3)
        rows[4] += SIMD8<Double>(recent.4)
        rows[5] += SIMD8<Double>(recent.5)
        recent = (.zero, .zero, .zero, .zero, .zero, .zero)
        count = 0
    }

    /// The factors' values, by Gauss's elimination; `nil` where the observations do not tell them.
    var solution: [Double]? {
        var copy = self
        copy.collect()
        var rows = copy.rows
        let sizes = rows.indices.map { rows[$0][$0] }
        for index in rows.indices {
            let pivot = rows[index][index]
            // What is left of it is the part that no other factor explains.
            guard pivot > 1e-7 * sizes[index], pivot > 0 else { return nil }
            rows[index] /= pivot
            for other in rows.indices where other != index { rows[other] -= rows[other][index] * rows[index] }
        }
        return rows.map { $0[6] }
    }
}
