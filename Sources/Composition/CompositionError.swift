internal import MediaTime

/// An edit that cannot be made.
public struct CompositionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String { case rangeOutside, durationNotPositive, overlap, unsupported, timeOverflow }
        private let value: Value

        /// A range or instant is not within what is edited.
        public static let rangeOutside = Code(value: .rangeOutside)
        /// A target duration is zero or negative.
        public static let durationNotPositive = Code(value: .durationNotPositive)
        /// Two edits change the same instants.
        public static let overlap = Code(value: .overlap)
        /// What is retimed already cannot be retimed in this way once more.
        public static let unsupported = Code(value: .unsupported)
        /// A time cannot be expressed exactly.
        public static let timeOverflow = Code(value: .timeOverflow)

        /// The code's name.
        public var description: String { value.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed, on what.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ overflow: TimeOverflow) {
        self.init(.timeOverflow, "\(overflow); choose rounder times or rates")
    }

    /// The message.
    public var description: String { message }
}
