internal import Files
internal import Glibc
internal import Programs

/// Where running programs can be reached by others of the same user: `overcrank` in the folder that the system keeps for a
/// user who is logged in (XDG Base Directory Specification), or a folder of the user's own among temporary files where
/// nobody has logged in, as in services and containers.
package enum RuntimeFolder {
    /// Where it can be, best first. Two programs of one user may differ in whether they know of a login.
    package static var paths: [String] {
        let user = getuid()
        let session = Environment.path("XDG_RUNTIME_DIR") ?? "/run/user/\(user)"
        let temporary = Environment.path("TMPDIR") ?? P_tmpdir
        return (isOwn(session) ? ["\(session)/overcrank"] : []) + ["\(temporary)/overcrank-\(user)"]
    }

    /// The folder, made where it is missing, which nobody else can enter; `nil` where it cannot be had.
    package static func make() -> String? {
        paths.first { path in
            let made = unsafe mkdir(path, 0o700)
            return (made == 0 || errno == EEXIST) && isOwn(path) && close(path)
        }
    }

    /// The sockets in it, wherever it is; some may be left from programs that were killed.
    package static func sockets() -> [String] {
        paths.filter(isOwn).flatMap { path in
            DirectoryEntries.names(in: path).filter { $0.hasSuffix(ending) }.map { "\(path)/\($0)" }
        }
    }

    /// What the sockets' names end in.
    static let ending = ".socket"
    /// What they end in until somebody listens; as long, as the path of a socket cannot be of any length.
    static let hiddenEnding = ".silent"

    /// Closes a folder to everybody else; whether that went well.
    private static func close(_ path: String) -> Bool {
        let result = unsafe chmod(path, 0o700)
        return result == 0
    }

    /// Whether it is a folder of this user, and no link to one.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
    }
}
