internal import Glibc

/// Ratios of powers and of amplitudes as levels.
///
/// All levels are limited to ± 150 dB, about the range of 32-bit samples. So silence has a level that JSON can hold.
enum Decibels {
    static let range = -150.0...150.0

    static func power(_ numerator: Double, over denominator: Double) -> Double {
        guard numerator > 0 else { return denominator > 0 ? range.lowerBound : 0 }
        guard denominator > 0 else { return range.upperBound }
        return min(max(10 * log10(numerator / denominator), range.lowerBound), range.upperBound)
    }

    static func amplitude(_ numerator: Double, over denominator: Double) -> Double {
        power(numerator * numerator, over: denominator * denominator)
    }

    /// The amplitude of a level, for a full scale of 1.
    static func amplitude(at level: Double) -> Double { pow(10, level / 20) }
}
