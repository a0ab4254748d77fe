internal import Files

/// A side file that cannot be used.
public struct SidecarError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String { case missing, notPermitted, unreadable, malformed, unsupported }
        private let value: Value

        /// There is no such file.
        public static let missing = Code(value: .missing)
        /// The file may not be read.
        public static let notPermitted = Code(value: .notPermitted)
        /// The file cannot be read.
        public static let unreadable = Code(value: .unreadable)
        /// It is no side file, or damaged.
        public static let malformed = Code(value: .malformed)
        /// It says something else.
        public static let unsupported = Code(value: .unsupported)

        /// The code's name.
        public var description: String { value.rawValue }
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What failed, on what, and why.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

extension SidecarError {
    /// The largest file that is read: a side file is a kilobyte.
    private static let limit = 1 << 20

    static func bytes(ofFile path: String) throws(SidecarError) -> [UInt8] {
        do {
            return try SmallFile.bytes(of: path, atMost: limit)
        } catch {
            switch error.code {
            case .missing: throw SidecarError(.missing, error.message)
            case .notPermitted: throw SidecarError(.notPermitted, error.message)
            case .unreadable: throw SidecarError(.unreadable, error.message)
            }
        }
    }
}
