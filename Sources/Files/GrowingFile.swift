internal import Glibc

/// A file that has its name while it is written, so that it survives whatever happens to the program.
package struct GrowingFile: ~Copyable {
    package let path: String
    /// The file, open for reading and writing.
    package let descriptor: Int32
    /// The hidden name that the file has until it replaces an older one; `nil` where it replaces none.
    private var temporaryPath: String?

    /// Creates the file. With `overwrites` an older file keeps its name until ``replace()``.
    package static func create(path: String, overwrites: Bool) throws(OutputFileError) -> GrowingFile {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = unsafe open(path, flags, 0o666)
        if descriptor >= 0 { return GrowingFile(path: path, descriptor: descriptor, temporaryPath: nil) }
        let code = errno
        guard code == EEXIST, overwrites else { throw OutputFileError(creating: path, errno: code) }
        try OutputFile.check(path, inputs: [], overwrites: true)
        let neighbour = OutputFile.unusedNeighbour(of: path)
        let hidden = unsafe open(neighbour, flags, 0o666)
        guard hidden >= 0 else { throw OutputFileError(creating: path, errno: errno) }
        return GrowingFile(path: path, descriptor: hidden, temporaryPath: neighbour)
    }

    private init(path: String, descriptor: Int32, temporaryPath: String?) {
        self.path = path
        self.descriptor = descriptor
        self.temporaryPath = temporaryPath
    }

    deinit {
        if let temporaryPath { unsafe unlink(temporaryPath) }
        close(descriptor)
    }

    /// Replaces the older file.
    package mutating func replace() throws(OutputFileError) {
        guard let hidden = temporaryPath else { return }
        guard unsafe rename(hidden, path) == 0 else { throw OutputFileError(creating: path, errno: errno) }
        temporaryPath = nil
    }

    /// Removes the file, because it holds nothing of use.
    package consuming func discard() {
        unsafe unlink(temporaryPath ?? path)
        temporaryPath = nil
    }
}
