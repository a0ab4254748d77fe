internal import Files

/// A side file that cannot be used.
public struct SidecarError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: Hashable, Sendable {
        /// There is no such file.
        case missing
        /// The user may not read the file.
        case notPermitted
        /// The file cannot be read.
        case unreadable
        /// The file is no side file, or it is damaged.
        case malformed
        /// The file holds adjustments of another kind.
        case unsupported
    }

    /// What went wrong.
    public let code: Code
    /// What failed, on what, and why, in one sentence without a full stop.
    public let message: String
    /// The error behind this one: of the decoder of property lists.
    public let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

extension SidecarError {
    /// The size of the largest file that is read, in bytes. A side file has about a kilobyte.
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
