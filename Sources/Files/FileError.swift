internal import Glibc

/// An operation on a file that failed.
package struct FileError: Error, CustomStringConvertible {
    /// What was tried, as a verb: `create`, `read`, `write`, `truncate`, `synchronise`, `remove`.
    package let operation: String
    /// The file; `nil` where only its descriptor is known.
    package let path: String?
    /// The system's error number.
    package let errno: Int32

    package init(operation: String, path: String? = nil, errno: Int32) {
        self.operation = operation
        self.path = path
        self.errno = errno
    }

    /// The system's words for ``errno``.
    package var reason: String { path.map { SystemError.words(for: errno, on: $0) } ?? SystemError.words(for: errno) }

    /// Whether there is no space left, on the disk or in the user's quota.
    package var isFull: Bool { errno == ENOSPC || errno == EDQUOT }

    package var description: String { "cannot \(operation) \(path ?? "the file"): \(reason)" }
}
