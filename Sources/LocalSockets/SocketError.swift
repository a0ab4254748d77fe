internal import Glibc

/// A socket that cannot be had.
package struct SocketError: Error, Hashable, CustomStringConvertible {
    /// What failed, and why.
    package let description: String

    init(_ operation: String, _ path: String, errno number: Int32) {
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        description = "cannot \(operation) \(path): \(reason)"
    }
}
