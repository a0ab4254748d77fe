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

    /// Checks that it is there and takes new files. Nothing is created.
    static func checkTakesFiles(for path: String) throws(OutputFileError) {
        guard unsafe access(of(path).pathBytes, W_OK | X_OK) == 0 else {
            throw OutputFileError(creating: path, errno: errno)
        }
    }

    /// Checks that a file may be replaced there: in a directory like /tmp (`S_ISVTX`) only by its owner, or that of the directory.
    static func checkReplacing(_ path: String) throws(OutputFileError) {
        var (file, folder) = (stat(), stat())
        guard unsafe lstat(path.pathBytes, &file) == 0, unsafe stat(of(path).pathBytes, &folder) == 0,
            folder.st_mode & S_ISVTX != 0
        else { return }
        let user = geteuid()
        guard user == 0 || user == file.st_uid || user == folder.st_uid else {
            throw OutputFileError(creating: path, errno: EPERM)
        }
    }

    /// Makes it, and those that it is in.
    ///
    /// - Returns: those that were not there before, the innermost last.
    @discardableResult package static func make(for path: String) throws(OutputFileError) -> [String] {
        let folder = of(path)
        guard folder != ".", folder != "/", !FileAttributes.isThere(folder) else { return [] }
        let made = try make(for: folder)
        if unsafe mkdir(folder.pathBytes, 0o777) == 0 { return made + [folder] }
        let code = errno
        // Another process may make it at the same time.
        if code == EEXIST { return made }
        remove(made)
        throw OutputFileError(creating: folder, errno: code)
    }

    /// Removes directories that were made, the innermost last, as far as nothing is in them.
    package static func remove(_ made: [String]) {
        for folder in made.reversed() { guard unsafe rmdir(folder.pathBytes) == 0 else { return } }
    }
}
