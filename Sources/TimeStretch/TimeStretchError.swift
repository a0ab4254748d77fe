/// Why audio cannot be stretched as asked.
public struct TimeStretchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// A rate or a ramp that the algorithm does not play.
        case rate
        /// A sample rate outside ``TimeStretcher/sampleRates``.
        case sampleRate
        /// No channel, or more than ``TimeStretcher/maximumChannelCount``.
        case channels
        /// Pieces that do not follow one another, are empty, or whose positions do not fit 128-bit fractions; or a map that counts samples of
        /// another rate than the audio's.
        case map
        /// A library gave no engine or no transform.
        case engine
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// A sentence for people: what failed, on what, and what would do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
