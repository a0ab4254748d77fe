internal import Glibc
internal import PathNames

/// What runs that were killed have left in a directory: with a hidden name, our own, old, and locked by nobody.
enum AbandonedOutput {
    /// For how long nothing has changed in what is abandoned, in seconds. Of a network file system the locks that other machines hold may
    /// not be known here, and their runs may be at work.
    private static let rest = 24 * 60 * 60

    /// Removes such directories, with all that is in them.
    static func removeDirectories(in parent: String) {
        for name in DirectoryTree.directories(in: parent) where HiddenName.fitsTemplate(name) {
            withAbandoned("\(parent)/\(name)", S_IFDIR) { DirectoryTree.remove($0) }
        }
    }

    /// Removes such files. A file that has another name, too, stays.
    static func removeFiles(in parent: String) {
        for name in DirectoryEntries.names(in: parent) where HiddenName.fitsTemplate(name) {
            withAbandoned("\(parent)/\(name)", S_IFREG) { unsafe unlink($0.pathBytes) }
        }
    }

    /// Calls a body with a path where what it leads to is abandoned, and has its lock meanwhile.
    private static func withAbandoned(_ path: String, _ kind: mode_t, _ body: (String) -> Void) {
        // To open anything but files and directories may have effects.
        var named = stat()
        guard unsafe lstat(path.pathBytes, &named) == 0, named.st_mode & S_IFMT == kind else { return }
        let descriptor = unsafe open(path.pathBytes, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var opened = stat()
        guard unsafe fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == kind, opened.st_uid == geteuid(),
            kind == S_IFDIR || opened.st_nlink == 1, opened.st_mtim.tv_sec < time(nil) - rest,
            FileLock.take(descriptor),
            // Since it was opened, its name may have gone to another.
            unsafe lstat(path.pathBytes, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
        else { return }
        body(path)
    }
}
