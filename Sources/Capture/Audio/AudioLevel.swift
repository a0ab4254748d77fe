internal import Glibc

/// How loud audio is.
public enum AudioLevel {
    /// Decibels of full scale; minus infinity for silence.
    public static func decibels(_ amplitude: Float) -> Float { 20 * log10(amplitude) }
}
