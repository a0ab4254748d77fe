internal import Glibc

/// How loud audio is.
public struct AudioLevel: Hashable, Sendable {
    /// The loudest sample, full scale being 1.
    public internal(set) var peak: Float
    /// The root of the mean square, full scale being 1.
    public internal(set) var average: Float

    /// The level of samples.
    ///
    /// - Complexity: O(number of samples).
    init(of samples: borrowing Span<Float>) {
        var peak: Float = 0
        var sum: Double = 0
        for index in samples.indices {
            peak = max(peak, abs(samples[index]))
            sum += Double(samples[index]) * Double(samples[index])
        }
        self.peak = peak
        average = samples.isEmpty ? 0 : Float((sum / Double(samples.count)).squareRoot())
    }

    /// Decibels of full scale; minus infinity for silence.
    public static func decibels(_ amplitude: Float) -> Float { 20 * log10(amplitude) }
}
