internal import Glibc

/// How loud audio is.
public struct AudioLevel: Hashable, Sendable {
    /// The loudest sample, full scale being 1.
    public internal(set) var peak: Float
    /// The root of the mean square, full scale being 1.
    public internal(set) var average: Float

    /// Decibels of full scale; minus infinity for silence.
    public static func decibels(_ amplitude: Float) -> Float { 20 * log10(amplitude) }
}
