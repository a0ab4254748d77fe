internal import Glibc
internal import PathNames

/// A directory and everything in it.
package enum DirectoryTree {
    /// The paths of all files, relative to the directory, sorted.
    package static func files(in path: String) -> [String] {
        entries(of: path).flatMap { entry in
            entry.isDirectory ? files(in: "\(path)/\(entry.name)").map { "\(entry.name)/\($0)" } : [entry.name]
        }
    }

    /// The names of the directories in a directory, hidden ones as well, sorted.
    static func directories(in path: String) -> [String] { entries(of: path).filter(\.isDirectory).map(\.name) }

    /// Removes the directory. A file that cannot be removed stays.
    static func remove(_ path: String) {
        for entry in entries(of: path) {
            let inner = "\(path)/\(entry.name)"
            if entry.isDirectory { remove(inner) } else { unsafe unlink(inner.pathBytes) }
        }
        unsafe rmdir(path.pathBytes)
    }

    private struct Entry {
        var name: String
        /// `false` for a link to a directory: the directory belongs to somebody else.
        var isDirectory: Bool
    }

    private static func entries(of path: String) -> [Entry] {
        DirectoryEntries.names(in: path).map { name in
            var status = stat()
            let isThere = unsafe lstat("\(path)/\(name)".pathBytes, &status) == 0
            return Entry(name: name, isDirectory: isThere && status.st_mode & S_IFMT == S_IFDIR)
        }
    }
}
