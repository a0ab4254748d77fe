internal import Files

/// A preset that cannot be used.
public struct PresetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String { case unknown, missing, notPermitted, unreadable, malformed }
        private let value: Value

        /// No preset has the name.
        public static let unknown = Code(value: .unknown)
        /// There is no such file.
        public static let missing = Code(value: .missing)
        /// The file may not be read.
        public static let notPermitted = Code(value: .notPermitted)
        /// The file cannot be read.
        public static let unreadable = Code(value: .unreadable)
        /// The file says what no preset says.
        public static let malformed = Code(value: .malformed)

        /// The code's name.
        public var description: String { value.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed: file, line and key first, where it is about one.
    public let message: String
    /// What the user can do.
    public let hint: String?

    init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    init(_ error: SmallFileError) {
        switch error.code {
        case .missing: self.init(.missing, error.message)
        case .notPermitted: self.init(.notPermitted, error.message)
        case .unreadable: self.init(.unreadable, error.message)
        }
    }

    /// The message.
    public var description: String { message }
}
