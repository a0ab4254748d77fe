internal import Glibc

/// A directory that appears under its name only when it is whole.
///
/// It is filled under a hidden name beside its place, and removed when it is abandoned.
package struct OutputDirectory: ~Copyable {
    package let path: String
    /// Where files go until then.
    package let writingPath: String
    private let replaces: Bool

    /// Prepares a directory.
    ///
    /// - Parameter mayReplace: Whether the directory that stands there may go, asked only where there is one.
    package static func create(
        path: String,
        mayReplace: (String) throws(OutputFileError) -> Bool
    ) throws(OutputFileError) -> OutputDirectory {
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
        guard unsafe mkdtemp(&template) != nil else { throw OutputFile.creationError(path, errno) }
        let writingPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // mkdtemp() makes private directories; the result is to have the permissions that any new one has.
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

    /// Whatever stands under the hidden name: the abandoned directory, or the one that was replaced.
    deinit { DirectoryTree.remove(writingPath) }

    /// Makes a directory within.
    package func makeDirectory(_ name: String) throws(OutputFileError) {
        guard unsafe mkdir("\(writingPath)/\(name)", 0o777) == 0 else {
            throw OutputFile.creationError("\(path)/\(name)", errno)
        }
    }

    /// Gives the finished directory its name. One that stood there changes places with it in one step, so that there
    /// is a whole one at every moment.
    package consuming func commit() throws(OutputFileError) {
        let flags = replaces ? RENAME_EXCHANGE : RENAME_NOREPLACE
        guard unsafe renameat2(AT_FDCWD, writingPath, AT_FDCWD, path, UInt32(flags)) == 0 else {
            throw OutputFile.creationError(path, errno)
        }
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
