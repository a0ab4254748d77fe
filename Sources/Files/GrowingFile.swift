internal import Glibc

/// A file that is of use while it is written, and is found under its name whatever happens to who writes it.
package struct GrowingFile: ~Copyable {
    package let path: String
    /// The file, open for reading and writing.
    package let descriptor: Int32
    /// The hidden name that it has until it replaces the file of that name; `nil` where there is none to replace.
    private var temporaryPath: String?

    /// Creates the file. With `overwrites` one that is there keeps its name until ``replace()``.
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

    /// Takes the place of the file that had the name.
    package mutating func replace() throws(OutputFileError) {
        guard let hidden = temporaryPath else { return }
        guard unsafe rename(hidden, path) == 0 else { throw OutputFileError(creating: path, errno: errno) }
        temporaryPath = nil
    }

    /// Removes the file: nothing of use is in it.
    package consuming func discard() {
        unsafe unlink(temporaryPath ?? path)
        temporaryPath = nil
    }
}
