internal import Glibc
internal import PathNames

/// A file that is created, and written once, from its beginning to its end.
package struct NewFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Creates the file. One that has the name already is an error.
    package static func create(_ path: String) throws(OutputFileError) -> NewFile {
        let descriptor = unsafe open(path.pathBytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputFileError(creating: path, errno: errno) }
        return NewFile(path: path, descriptor: descriptor)
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Adds a text in UTF-8.
    package func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

    /// Adds bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.write(descriptor, all.baseAddress?.advanced(by: written), all.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileError(operation: "write", path: path, errno: count == 0 ? EIO : errno) }
            written += count
        }
    }

    /// Removes a file by its name.
    package static func remove(_ path: String) throws(FileError) {
        guard unsafe unlink(path.pathBytes) == 0 else { throw FileError(operation: "remove", path: path, errno: errno) }
    }
}
