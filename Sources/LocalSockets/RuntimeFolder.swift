internal import Files
internal import Glibc

/// Where running programs can be reached by others of the same user: `overcrank` in the folder that the system keeps for a
/// user who is logged in (XDG Base Directory Specification).
package enum RuntimeFolder {
    /// The folder, which may not be there; `nil` where the system keeps none.
    package static var path: String? {
        let named = unsafe getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) }
        let base = [named, "/run/user/\(getuid())"].compactMap(\.self).first { $0.hasPrefix("/") && isOwn($0) }
        return base.map { "\($0)/overcrank" }
    }

    /// The folder, made where it is missing, which nobody else can enter; `nil` where it cannot be had.
    package static func make() -> String? {
        guard let path else { return nil }
        _ = unsafe mkdir(path, 0o700)
        guard isOwn(path), unsafe chmod(path, 0o700) == 0 else { return nil }
        return path
    }

    /// The sockets in it, some of which may be left from programs that were killed.
    package static func sockets() -> [String] {
        guard let path, isOwn(path) else { return [] }
        return DirectoryEntries.names(in: path).filter { $0.hasSuffix(ending) }.map { "\(path)/\($0)" }
    }

    /// What the sockets' names end in.
    static let ending = ".socket"

    /// Whether it is a folder of this user, and no link to one.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
    }
}
