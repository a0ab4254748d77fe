internal import Files

/// A preset that cannot be used.
public struct PresetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing went wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// No preset has the name.
        case unknown
        /// There is no such file.
        case missing
        /// The file may not be read.
        case notPermitted
        /// The file cannot be read.
        case unreadable
        /// The file is no preset: it is no YAML, or has a key or a value that presets do not have.
        case malformed
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
