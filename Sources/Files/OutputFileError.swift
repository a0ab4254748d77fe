internal import Glibc

/// A file or a directory that cannot be created.
package struct OutputFileError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// The file is there already.
        case exists
        /// The file is one of the inputs.
        case isInput
        /// The user may not create it there.
        case notPermitted
        /// There is no space left.
        case noSpace
        /// There is no such place, or it is not fit for a file.
        case notCreated
    }

    package let code: Code
    /// What failed, and why.
    package let message: String
    /// The system's error, where there is one.
    package let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { message }
}

extension OutputFileError {
    /// A file that another program is writing.
    init(beingWritten path: String) {
        self.init(.notCreated, "cannot replace \(path): it is still being written")
    }
}

extension OutputFileError {
    /// A file whose content did not arrive.
    init(writing path: String, _ error: FileError) {
        self.init(error.isFull ? .noSpace : .notCreated, "cannot write \(path): \(error.reason)", cause: error)
    }
}

extension OutputFileError {
    /// A file or a directory that the system did not create, with its error number.
    init(creating path: String, errno number: Int32) {
        let (code, reason): (Code, String) =
            switch number {
            case EACCES, EPERM: (.notPermitted, "cannot create \(path): permission denied")
            case EROFS: (.notPermitted, "cannot create \(path): the file system is read-only")
            case EEXIST: (.exists, "\(path) exists already")
            case ENOSPC, EDQUOT: (.noSpace, "cannot create \(path): no space left on the device")
            case ENOENT: (.notCreated, "cannot create \(path): there is no such directory")
            case ENOTDIR: (.notCreated, "cannot create \(path): a part of its path is a file")
            default: (.notCreated, "cannot create \(path): \(SystemError.words(for: number, on: path))")
            }
        self.init(code, reason, cause: FileError(operation: "create", path: path, errno: number))
    }
}
