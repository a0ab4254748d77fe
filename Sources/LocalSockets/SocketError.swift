internal import Files

/// A socket that cannot be had.
package struct SocketError: Error, Hashable, CustomStringConvertible {
    /// What failed, and why.
    package let description: String

    init(_ operation: String, _ path: String, errno number: Int32) {
        description = "cannot \(operation) \(path): \(SystemError.words(for: number))"
    }
}
