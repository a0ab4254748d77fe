internal import Glibc

/// A file that gets its name only when it is complete.
///
/// Until then it has no name (`O_TMPFILE`), so that even `kill -9` leaves nothing behind. Where the file system cannot do
/// that, it has a hidden name in the same directory, and is removed if it is never completed.
package struct OutputFile: ~Copyable {
    package let path: String
    /// The file, open for reading and writing.
    package let descriptor: Int32
    /// `nil` where the file has no name yet.
    private let temporaryPath: String?
    private let overwrites: Bool

    /// Prepares a file.
    ///
    /// `inputs` are files that must not be overwritten, even with `overwrites`.
    package static func create(path: String, inputs: [String] = [], overwrites: Bool) throws(OutputFileError)
        -> OutputFile
    {
        try check(path, inputs: inputs, overwrites: overwrites)
        let (directory, name) = split(path)
        let unnamed = unsafe open(directory, __O_TMPFILE | O_RDWR | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            return OutputFile(path: path, descriptor: unnamed, temporaryPath: nil, overwrites: overwrites)
        }
        let code = errno
        guard code == EOPNOTSUPP || code == EISDIR || code == EINVAL else {
            throw OutputFileError(creating: path, errno: code)
        }
        var template = Array("\(directory)/.\(name).XXXXXX".utf8CString)
        let named = unsafe mkstemp(&template)
        guard named >= 0 else { throw OutputFileError(creating: path, errno: errno) }
        // mkstemp() makes a private file. This one should have the permissions of any new file.
        let mask = umask(0)
        umask(mask)
        fchmod(named, 0o666 & ~mask)
        let temporaryPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        return OutputFile(path: path, descriptor: named, temporaryPath: temporaryPath, overwrites: overwrites)
    }

    private init(path: String, descriptor: Int32, temporaryPath: String?, overwrites: Bool) {
        self.path = path
        self.descriptor = descriptor
        self.temporaryPath = temporaryPath
        self.overwrites = overwrites
    }

    deinit {
        if let temporaryPath { unsafe unlink(temporaryPath) }
        close(descriptor)
    }

    /// The path to which the file is written.
    package var writingPath: String { "/proc/self/fd/\(descriptor)" }

    /// Gives the file its name. It replaces an older one only with `overwrites`.
    package consuming func commit() throws(OutputFileError) {
        let place = overwrites ? Self.unusedNeighbour(of: path) : path
        if let temporaryPath {
            // link(), and not rename(), because rename() would replace an older file.
            guard unsafe link(temporaryPath, place) == 0 else { throw OutputFileError(creating: path, errno: errno) }
        } else {
            guard unsafe linkat(AT_FDCWD, writingPath, AT_FDCWD, place, AT_SYMLINK_FOLLOW) == 0 else {
                throw OutputFileError(creating: path, errno: errno)
            }
        }
        guard overwrites else { return }
        guard unsafe rename(place, path) == 0 else {
            let code = errno
            unsafe unlink(place)
            throw OutputFileError(creating: path, errno: code)
        }
    }

    static func check(_ path: String, inputs: [String], overwrites: Bool) throws(OutputFileError) {
        if inputs.contains(where: { areSame(path, $0) }) {
            throw OutputFileError(.isInput, "\(path) is the input: it would be destroyed")
        }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFLNK else {
            let what = kind == S_IFDIR ? "a directory" : "not a regular file"
            throw OutputFileError(.notCreated, "cannot create \(path): it is \(what)")
        }
        if !overwrites {
            throw OutputFileError(.exists, "\(path) exists already")
        }
    }

    /// Whether both paths lead to the same file.
    private static func areSame(_ a: String, _ b: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(a, &first) == 0, unsafe stat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func split(_ path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return (directory, String(path[path.index(after: slash)...]))
    }

    static func unusedNeighbour(of path: String) -> String {
        let (directory, name) = split(path)
        return "\(directory)/.\(name).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
    }
}
