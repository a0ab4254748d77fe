internal import Glibc

/// A directory that gets its name only when it is complete.
///
/// Until then it has a hidden name in the same parent directory. It is removed if it is never completed.
package struct OutputDirectory: ~Copyable {
    package let path: String
    /// The directory under its hidden name: files are written there.
    package let writingPath: String
    private let replaces: Bool

    /// Prepares a directory.
    ///
    /// - Parameters:
    ///   - path: The name that it will have.
    ///   - mayReplace: Whether a directory that has the name may be replaced. It is called only where there is one.
    /// - Returns: An empty directory under a hidden name.
    /// - Throws: ``OutputFileError``, and what `mayReplace` throws.
    package static func create(path: String, mayReplace: (String) throws -> Bool) throws -> OutputDirectory {
        let path = trimmed(path)
        var status = stat()
        let isThere = unsafe lstat(path, &status) == 0
        if isThere {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw OutputFileError(.notCreated, "cannot create the directory \(path): a file has that name")
            }
            guard try mayReplace(path) else { throw OutputFileError(.exists, "\(path) exists already") }
        }
        let (parent, name) = split(path)
        var template = Array("\(parent)/.\(name).XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw OutputFileError(creating: path, errno: errno) }
        let writingPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // mkdtemp() makes a private directory. This one should have the permissions of any new directory.
        let mask = umask(0)
        umask(mask)
        unsafe chmod(writingPath, 0o777 & ~mask)
        return OutputDirectory(path: path, writingPath: writingPath, replaces: isThere)
    }

    private init(path: String, writingPath: String, replaces: Bool) {
        self.path = path
        self.writingPath = writingPath
        self.replaces = replaces
    }

    /// Removes the directory if it still has its hidden name.
    deinit { DirectoryTree.remove(writingPath) }

    /// Makes a directory in it.
    package func makeDirectory(_ name: String) throws(OutputFileError) {
        guard unsafe mkdir("\(writingPath)/\(name)", 0o777) == 0 else {
            throw OutputFileError(creating: "\(path)/\(name)", errno: errno)
        }
    }

    /// Gives the directory its name. An older one is renamed before, and removed afterwards. If the new one cannot be
    /// renamed, the older one gets its name back.
    package consuming func commit() throws(OutputFileError) {
        guard replaces else { return try Self.move(writingPath, to: path, calling: path) }
        let aside = "\(writingPath).old"
        try Self.move(path, to: aside, calling: path)
        do {
            try Self.move(writingPath, to: path, calling: path)
        } catch {
            try Self.move(aside, to: path, calling: path)
            throw error
        }
        DirectoryTree.remove(aside)
    }

    private static func move(_ old: String, to new: String, calling name: String) throws(OutputFileError) {
        guard unsafe rename(old, new) == 0 else { throw OutputFileError(creating: name, errno: errno) }
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    private static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }
}
