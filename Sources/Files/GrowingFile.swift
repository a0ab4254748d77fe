internal import Glibc
internal import PathNames

/// A file that has its name while it is written, so that it survives whatever happens to the program.
///
/// It is locked meanwhile: nobody replaces a file that is still being written.
package struct GrowingFile: ~Copyable {
    package let path: String
    /// The file, open for reading and writing.
    package let descriptor: Int32
    /// The hidden name that the file has until it replaces an older one; `nil` where it replaces none.
    private var temporaryPath: String?
    /// The older file, whose lock says that it is going to be replaced; −1 where there is none.
    private var older: Int32 = -1

    /// Creates the file. With `overwrites` an older file keeps its name until ``replace()``.
    ///
    /// A file without content that nobody is writing is taken: a program that was killed at its beginning left it.
    ///
    /// - Parameters:
    ///   - path: The file's name.
    ///   - overwrites: Whether an older file may be replaced.
    ///   - isBarren: Whether an open file that is not empty has no content all the same.
    /// - Returns: An empty file.
    /// - Throws: ``OutputFileError`` where there is another file, or none can be created.
    package static func create(
        path: String,
        overwrites: Bool,
        isBarren: (Int32) -> Bool = { _ in false }
    ) throws(OutputFileError) -> GrowingFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = unsafe open(path.pathBytes, flags, 0o666)
        if descriptor >= 0 {
            // Since it was created, another process may have found it empty, and taken it.
            guard FileLock.take(descriptor) else {
                close(descriptor)
                throw OutputFileError(creating: path, errno: EEXIST)
            }
            return GrowingFile(path: path, descriptor: descriptor, temporaryPath: nil)
        }
        let code = errno
        if code == EEXIST, !overwrites, let left = barrenFile(at: path, isBarren) {
            return GrowingFile(path: path, descriptor: left, temporaryPath: nil)
        }
        guard code == EEXIST, overwrites else { throw OutputFileError(creating: path, errno: code) }
        try OutputFile.check(path, inputs: [], overwrites: true)
        let older = unsafe open(path.pathBytes, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard older < 0 || FileLock.take(older) else {
            close(older)
            throw OutputFileError(beingWritten: path)
        }
        let neighbour = OutputFile.unusedNeighbour(of: path)
        let hidden = unsafe open(neighbour.pathBytes, flags, 0o666)
        guard hidden >= 0 else {
            let code = errno
            if older >= 0 { close(older) }
            throw OutputFileError(creating: path, errno: code)
        }
        _ = FileLock.take(hidden)
        return GrowingFile(path: path, descriptor: hidden, temporaryPath: neighbour, older: older)
    }

    /// Opens a file without content of that name, locks it and empties it; `nil` where there is none, or somebody has its lock.
    private static func barrenFile(at path: String, _ isBarren: (Int32) -> Bool) -> Int32? {
        var (named, opened) = (stat(), stat())
        func isPlain(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
        // To open anything but a file may have effects.
        guard unsafe lstat(path.pathBytes, &named) == 0, isPlain(named) else { return nil }
        let descriptor = unsafe open(path.pathBytes, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        // Only who has the lock knows that nobody else writes, and that the name has not gone.
        guard FileLock.take(descriptor), unsafe fstat(descriptor, &opened) == 0, isPlain(opened),
            opened.st_size == 0 || isBarren(descriptor),
            unsafe lstat(path.pathBytes, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev,
            ftruncate(descriptor, 0) == 0
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private init(path: String, descriptor: Int32, temporaryPath: String?, older: Int32 = -1) {
        self.path = path
        self.descriptor = descriptor
        self.temporaryPath = temporaryPath
        self.older = older
    }

    deinit {
        if let temporaryPath { unsafe unlink(temporaryPath.pathBytes) }
        if older >= 0 { close(older) }
        FileLock.giveBack(descriptor)
    }

    /// Replaces the older file.
    package mutating func replace() throws(OutputFileError) {
        guard let hidden = temporaryPath else { return }
        guard unsafe rename(hidden.pathBytes, path.pathBytes) == 0 else {
            throw OutputFileError(creating: path, errno: errno)
        }
        temporaryPath = nil
        if older >= 0 { close(older) }
        older = -1
    }

    /// Removes the file, because it holds nothing of use.
    package consuming func discard() {
        unsafe unlink((temporaryPath ?? path).pathBytes)
        temporaryPath = nil
    }
}
