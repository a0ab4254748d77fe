internal import Glibc
internal import PathNames

/// A directory that gets its name only when it is complete.
///
/// Until then it has a hidden name in the same parent directory. It is removed if it is never completed: by the run itself,
/// or by one in the same parent directory, a day later.
package struct OutputDirectory: ~Copyable {
    package let path: String
    /// The directory under its hidden name: files are written there.
    package let writingPath: String
    /// The directory, locked for as long as it has its hidden name.
    private let descriptor: Int32
    private let replaces: Bool

    /// Prepares a directory.
    ///
    /// - Parameters:
    ///   - path: The name that it will have.
    ///   - inputs: Files that must not be in the directory that it replaces.
    ///   - mayReplace: Whether a directory that has the name may be replaced. It is called only where there is one.
    /// - Returns: An empty directory under a hidden name.
    /// - Throws: ``OutputFileError``, and what `mayReplace` throws.
    package static func create(
        path: String,
        inputs: [String] = [],
        mayReplace: (String) throws -> Bool
    ) throws -> OutputDirectory {
        let path = trimmed(path)
        let isThere = try isReplaced(path, inputs, mayReplace)
        let parent = ParentDirectory.of(path)
        removeAbandoned(in: parent)
        let (writingPath, descriptor) = try makeLocked(in: parent, calling: path)
        // mkdtemp() makes a private directory. This one should have the permissions of any new directory.
        unsafe chmod(writingPath.pathBytes, 0o777 & ~CreationMask.current)
        return OutputDirectory(path: path, writingPath: writingPath, descriptor: descriptor, replaces: isThere)
    }

    /// Checks that a directory may be created, as ``create(path:inputs:mayReplace:)`` does, and that its parent directory is there and takes
    /// new ones. Nothing is created.
    ///
    /// - Parameters:
    ///   - path: The name that it would have.
    ///   - inputs: Files that must not be in the directory that it would replace.
    ///   - mayReplace: Whether a directory that has the name may be replaced. It is called only where there is one.
    /// - Throws: ``OutputFileError``, and what `mayReplace` throws.
    package static func check(
        path: String,
        inputs: [String] = [],
        mayReplace: (String) throws -> Bool
    ) throws {
        let path = trimmed(path)
        _ = try isReplaced(path, inputs, mayReplace)
        try ParentDirectory.checkTakesFiles(for: path)
    }

    /// Whether a directory has a name already, which may be replaced.
    private static func isReplaced(
        _ path: String,
        _ inputs: [String],
        _ mayReplace: (String) throws -> Bool
    ) throws -> Bool {
        guard hasName(path) else {
            throw OutputFileError(.notCreated, "cannot create the directory \(path): its path does not end with a name")
        }
        var status = stat()
        guard unsafe lstat(path.pathBytes, &status) == 0 else {
            // A name that no directory can have is found out now, and not when all work is done.
            guard errno == ENOENT else { throw OutputFileError(creating: path, errno: errno) }
            return false
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            let what = status.st_mode & S_IFMT == S_IFLNK ? "symbolic link" : "file"
            throw OutputFileError(.notCreated, "cannot create the directory \(path): a \(what) has that name")
        }
        try checkReplacing(path, status, inputs)
        guard try mayReplace(path) else { throw OutputFileError(.exists, "\(path) exists already") }
        return true
    }

    /// Whether a path ends with the name of what it leads to: no other can be given to something else.
    private static func hasName(_ path: String) -> Bool {
        path.split(separator: "/").last.map { $0 != "." && $0 != ".." } ?? false
    }

    /// Checks that the directory that is there can get out of the way, and that nothing goes with it that is still needed.
    private static func checkReplacing(_ path: String, _ status: stat, _ inputs: [String]) throws(OutputFileError) {
        if let input = inputs.first(where: { RealPath.lies($0, in: path) }) {
            throw OutputFileError(.isInput, "\(path) holds the input \(input): it would be destroyed")
        }
        var parent = stat()
        guard unsafe stat(ParentDirectory.of(path).pathBytes, &parent) == 0, parent.st_dev == status.st_dev else {
            throw OutputFileError(.notCreated, "cannot replace the directory \(path): it is a file system of its own")
        }
    }

    private init(path: String, writingPath: String, descriptor: Int32, replaces: Bool) {
        self.path = path
        self.writingPath = writingPath
        self.descriptor = descriptor
        self.replaces = replaces
    }

    /// Removes the directory if it still has its hidden name.
    deinit {
        DirectoryTree.remove(writingPath)
        close(descriptor)
    }

    /// Makes an empty directory that nobody takes for an abandoned one.
    private static func makeLocked(
        in parent: String,
        calling path: String
    ) throws(OutputFileError) -> (path: String, descriptor: Int32) {
        while true {
            var template = "\(parent)/\(HiddenName.template)".pathBytes
            guard unsafe mkdtemp(&template) != nil else { throw OutputFileError(creating: path, errno: errno) }
            let descriptor = unsafe open(template, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // Before it is locked, another run may remove it.
            var (named, opened) = (stat(), stat())
            let isOurs =
                unsafe descriptor >= 0 && FileLock.take(descriptor) && fstat(descriptor, &opened) == 0
                && lstat(template, &named) == 0 && named.st_ino == opened.st_ino
            if isOurs { return (PathName.text(of: template.dropLast().map(UInt8.init(bitPattern:))), descriptor) }
            let code = errno
            if descriptor >= 0 {
                close(descriptor)
            } else if code != ENOENT {
                throw OutputFileError(creating: path, errno: code)
            }
        }
    }

    /// For how long nothing has changed in a directory that is abandoned, in seconds. Network file systems keep locks of
    /// directories from other machines, whose runs may be at work.
    private static let rest = 24 * 60 * 60

    /// Removes the directories of runs that were killed: old ones with a hidden name that nobody has locked.
    private static func removeAbandoned(in parent: String) {
        for name in DirectoryTree.directories(in: parent) where HiddenName.fitsTemplate(name) {
            let path = "\(parent)/\(name)"
            let descriptor = unsafe open(path.pathBytes, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            var status = stat()
            let isOld = unsafe fstat(descriptor, &status) == 0 && status.st_mtim.tv_sec < time(nil) - rest
            if isOld, FileLock.take(descriptor) { DirectoryTree.remove(path) }
            close(descriptor)
        }
    }

    /// Makes a directory in it.
    package func makeDirectory(_ name: String) throws(OutputFileError) {
        guard unsafe mkdir("\(writingPath)/\(name)".pathBytes, 0o777) == 0 else {
            throw OutputFileError(creating: "\(path)/\(name)", errno: errno)
        }
    }

    /// Gives the directory its name. An older one is renamed before, and removed afterwards. If the new one cannot be
    /// renamed, the older one gets its name back.
    ///
    /// - Parameter check: Throws where the older one, which is at the path that it gets, must be kept: something may have been put
    ///   into it meanwhile.
    /// - Throws: ``OutputFileError``, and what `check` throws.
    package consuming func commit(checking check: (String) throws -> Void = { _ in }) throws {
        guard replaces else { return try Self.move(writingPath, to: path, calling: path) }
        let aside = "\(writingPath).old"
        try Self.move(path, to: aside, calling: path)
        do {
            try check(aside)
            try Self.move(writingPath, to: path, calling: path)
        } catch {
            try Self.move(aside, to: path, calling: path)
            throw error
        }
        DirectoryTree.remove(aside)
    }

    private static func move(_ old: String, to new: String, calling name: String) throws(OutputFileError) {
        guard unsafe rename(old.pathBytes, new.pathBytes) == 0 else {
            throw OutputFileError(creating: name, errno: errno)
        }
    }

    private static func trimmed(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
