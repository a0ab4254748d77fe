internal import Glibc
internal import PathNames

/// The directory that a file is in, by its path alone.
package enum ParentDirectory {
    /// `.` for a name without a directory. A slash is looked for among the bytes: a character may be joined to it.
    package static func of(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The nearest one that is there, upwards.
    static func existing(of path: String) -> String {
        var folder = of(path)
        while folder != ".", folder != "/", !FileAttributes.isThere(folder) { folder = of(folder) }
        return folder
    }

    /// Makes it, and those that it is in.
    package static func make(for path: String) throws(OutputFileError) {
        let folder = of(path)
        guard folder != ".", folder != "/", !FileAttributes.isThere(folder) else { return }
        try make(for: folder)
        // Another process may make it at the same time.
        guard unsafe mkdir(folder.pathBytes, 0o777) == 0 || errno == EEXIST else {
            throw OutputFileError(creating: folder, errno: errno)
        }
    }
}
