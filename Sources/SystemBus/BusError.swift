internal import Glibc

/// A call over D-Bus that failed.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, as a verb phrase: `open the system bus`.
    package let operation: String
    /// The system's number for the reason.
    package let errno: Int32

    init(_ operation: String, code: Int32) {
        self.operation = operation
        errno = -code
    }

    /// What failed, and why.
    package var description: String {
        let reason = unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
        return "cannot \(operation): \(reason)"
    }
}
