/// A stretch that cannot be done.
public struct TimeStretchError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String { case rate, sampleRate, channels, map, engine }
        private let value: Value

        /// A rate that the algorithm does not reach.
        public static let rate = Code(value: .rate)
        /// A sample rate outside ``TimeStretcher/sampleRates``.
        public static let sampleRate = Code(value: .sampleRate)
        /// No channel, or more than ``TimeStretcher/maximumChannelCount``.
        public static let channels = Code(value: .channels)
        /// Pieces that do not follow one another, are empty, or whose positions do not fit 128-bit fractions.
        public static let map = Code(value: .map)
        /// The engine did not start.
        public static let engine = Code(value: .engine)

        /// The code's name.
        public var description: String { value.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed, on what, and what would do.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
