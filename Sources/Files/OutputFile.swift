internal import CCloseOnExec
internal import Glibc
internal import PathNames

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
        let unnamed = unsafe open(ParentDirectory.of(path).pathBytes, __O_TMPFILE | O_RDWR | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            return OutputFile(path: path, descriptor: unnamed, temporaryPath: nil, overwrites: overwrites)
        }
        let code = errno
        guard code == EOPNOTSUPP || code == EISDIR || code == EINVAL else {
            throw OutputFileError(creating: path, errno: code)
        }
        return try createHidden(path: path, overwrites: overwrites)
    }

    /// Prepares a file under a hidden name.
    static func createHidden(path: String, overwrites: Bool) throws(OutputFileError) -> OutputFile {
        var template = "\(ParentDirectory.of(path))/\(HiddenName.template)".pathBytes
        let named = unsafe oc_mkostemp(&template, O_CLOEXEC)
        guard named >= 0 else { throw OutputFileError(creating: path, errno: errno) }
        // mkostemp() makes a private file. This one should have the permissions of any new file.
        fchmod(named, 0o666 & ~CreationMask.current)
        let temporaryPath = PathName.text(of: template.dropLast().map(UInt8.init(bitPattern:)))
        return OutputFile(path: path, descriptor: named, temporaryPath: temporaryPath, overwrites: overwrites)
    }

    private init(path: String, descriptor: Int32, temporaryPath: String?, overwrites: Bool) {
        self.path = path
        self.descriptor = descriptor
        self.temporaryPath = temporaryPath
        self.overwrites = overwrites
    }

    deinit {
        if let temporaryPath { unsafe unlink(temporaryPath.pathBytes) }
        close(descriptor)
    }

    /// The path to which the file is written.
    package var writingPath: String { "/proc/self/fd/\(descriptor)" }

    /// Gives the file its name. It replaces an older one only with `overwrites`.
    ///
    /// - Throws: ``OutputFileError`` where it cannot have it, and where what was written did not arrive.
    package consuming func commit() throws(OutputFileError) {
        do throws(FileError) {
            try FileBytes.checkClosing(descriptor)
        } catch {
            throw OutputFileError(writing: path, error)
        }
        let code =
            if let temporaryPath {
                overwrites ? Self.rename(temporaryPath, to: path) : FreeName.give(path, to: temporaryPath)
            } else {
                overwrites ? replace() : link(as: path)
            }
        guard code == 0 else { throw OutputFileError(creating: path, errno: code) }
    }

    /// Gives the file that has none a name; the system's error number, or 0.
    private borrowing func link(as name: String) -> Int32 {
        unsafe linkat(AT_FDCWD, writingPath, AT_FDCWD, name.pathBytes, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
    }

    /// Gives the file that has none the name of an older one, by way of a hidden name: linkat() replaces nothing.
    private borrowing func replace() -> Int32 {
        let hidden = Self.unusedNeighbour(of: path)
        let code = link(as: hidden)
        guard code == 0 else { return code }
        let renaming = Self.rename(hidden, to: path)
        if renaming != 0 { unsafe unlink(hidden.pathBytes) }
        return renaming
    }

    private static func rename(_ old: String, to new: String) -> Int32 {
        unsafe Glibc.rename(old.pathBytes, new.pathBytes) == 0 ? 0 : errno
    }

    /// Checks that a file can be created, and may be. `inputs` are files that must not be overwritten, even with `overwrites`.
    package static func check(_ path: String, inputs: [String], overwrites: Bool) throws(OutputFileError) {
        if inputs.contains(where: { areSame(path, $0) }) {
            throw OutputFileError(.isInput, "\(path) is the input: it would be destroyed")
        }
        if let kind = try kind(of: path) {
            guard kind == S_IFREG || kind == S_IFLNK else {
                let what = kind == S_IFDIR ? "a directory" : "not a regular file"
                throw OutputFileError(.notCreated, "cannot create \(path): it is \(what)")
            }
            guard overwrites else { throw OutputFileError(.exists, "\(path) exists already") }
            if FileLock.isHeld(path) { throw OutputFileError(beingWritten: path) }
            try ParentDirectory.checkReplacing(path)
        }
        if overwrites { _ = try kind(of: unusedNeighbour(of: path)) }
    }

    /// Checks that a file may be created, as ``check(_:inputs:overwrites:)`` does, and that its directory is there and takes new files.
    /// Nothing is created.
    package static func checkCreating(_ path: String, inputs: [String], overwrites: Bool) throws(OutputFileError) {
        try check(path, inputs: inputs, overwrites: overwrites)
        try ParentDirectory.checkTakesFiles(for: path)
    }

    /// Checks that files can be created in a directory: one is, and is gone again.
    package static func check(directory: String) throws(OutputFileError) {
        do throws(OutputFileError) {
            _ = try create(path: "\(directory)/\(HiddenName.unused)", overwrites: false)
        } catch {
            let reason = (error.cause as? FileError)?.reason ?? error.message
            throw OutputFileError(error.code, "nothing can be written to \(directory): \(reason)", cause: error.cause)
        }
    }

    /// What kind of file has a name; `nil` where none has. A name that no file can have is an error: found out when the
    /// file is to get it, all work would be lost.
    private static func kind(of path: String) throws(OutputFileError) -> mode_t? {
        var status = stat()
        if unsafe lstat(path.pathBytes, &status) == 0 { return status.st_mode & S_IFMT }
        guard errno == ENOENT else { throw OutputFileError(creating: path, errno: errno) }
        return nil
    }

    /// Whether both paths lead to the same file.
    private static func areSame(_ a: String, _ b: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard unsafe stat(a.pathBytes, &first) == 0, unsafe stat(b.pathBytes, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    static func unusedNeighbour(of path: String) -> String { "\(ParentDirectory.of(path))/\(HiddenName.unused)" }
}
