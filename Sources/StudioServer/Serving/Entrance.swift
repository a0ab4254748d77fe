internal import Glibc

/// A way to the page that is used up by the first who comes: a browser is told it on its command line, which every user of the machine
/// can read. Who comes is let in only as the user whose studio it is, or as root.
final class Entrance: Sendable {
    /// Where it is, as the path of an address.
    let path = "/\(Access.newToken())"
    private let isUsed = OnceFlag()

    /// Whether a request for a path is let in.
    ///
    /// - Parameters:
    ///   - path: What is asked for.
    ///   - user: Who asks, which is looked up for this path only; `nil` where that is not known.
    /// - Returns: `true` once.
    func opens(_ path: String, to user: @autoclosure () -> uid_t?) -> Bool {
        guard path == self.path, let user = user(), user == getuid() || user == 0 else { return false }
        return isUsed.set()
    }
}
