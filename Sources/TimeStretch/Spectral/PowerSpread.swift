internal import Glibc

/// Over how many places powers are spread.
struct PowerSpread {
    private var sum = 0.0
    private var cubes = 0.0

    /// Adds the power of one more place.
    mutating func add(_ power: Float) {
        let power = Double(power)
        sum += power
        cubes += power * power * power
    }

    /// Adds powers of more places, times a weight.
    mutating func add(_ powers: [Float], times weight: Float) {
        for power in powers { add(weight * power) }
    }

    /// The logarithm of how many places the powers take up, in bits: of so many equal ones, that of their number, and of one among zeros
    /// 0. It is Rényi's entropy of third order. `nil` for silence.
    var entropy: Double? { cubes > 0 ? -0.5 * log2(cubes / (sum * sum * sum)) : nil }
}
