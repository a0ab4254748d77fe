internal import Glibc

/// A file that cannot be read.
package struct SmallFileError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// There is no such file.
        case missing
        /// The user may not read it.
        case notPermitted
        /// It is a directory or no file at all, or it is too large, or the medium has failed.
        case unreadable
    }

    package let code: Code
    /// What failed, and why.
    package let message: String

    package var description: String { message }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ path: String, _ number: Int32) {
        switch number {
        case ENOENT, ENOTDIR:
            code = .missing
            message = "no such file: \(path)"
        case EACCES:
            code = .notPermitted
            message = "cannot read \(path): permission denied"
        default:
            code = .unreadable
            message = "cannot read \(path): \(SystemError.words(for: number, on: path).lowercased())"
        }
    }
}
