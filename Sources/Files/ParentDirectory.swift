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

    /// Checks that a file of a path could be created: in its directory, or where that would be made.
    package static func check(for path: String) throws(OutputFileError) {
        let trial = "\(existing(of: path))/\(HiddenName.unused)"
        let descriptor = unsafe open(trial.pathBytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFileError(creating: path, errno: errno) }
        close(descriptor)
        unsafe unlink(trial.pathBytes)
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
