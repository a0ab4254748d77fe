internal import Glibc
internal import PathNames

/// A file that is read and written as a whole.
package enum SmallFile {
    /// The bytes of the file.
    ///
    /// A pipe or a device is refused: it may never end. A file of more than `limit` bytes is refused, so that a film that is
    /// named where a text is expected is not read.
    package static func bytes(of path: String, atMost limit: Int) throws(SmallFileError) -> [UInt8] {
        // Nobody may ever write into a pipe: opening it must not wait.
        let descriptor = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SmallFileError(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SmallFileError(path, errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SmallFileError(path, EISDIR)
        default: throw SmallFileError(.unreadable, "cannot read \(path): it is a pipe, a socket or a device")
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SmallFileError(path, errno) }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
        throw SmallFileError(path, EFBIG)
    }

    /// Writes a file, which appears when it is whole, in a folder that is made where it is not there. Without the file no such
    /// folder stays.
    ///
    /// `inputs` are files that must not be overwritten, even with `overwrites`.
    ///
    /// - Throws: `OutputFileError` where it cannot be created, `FileError` with its path where it cannot be written.
    package static func write(
        _ bytes: [UInt8],
        to path: String,
        inputs: [String] = [],
        overwrites: Bool
    ) throws {
        let made = try ParentDirectory.make(for: path)
        do {
            let file = try OutputFile.create(path: path, inputs: inputs, overwrites: overwrites)
            do {
                try FileBytes.write(bytes, to: file.descriptor, at: 0)
            } catch {
                throw FileError(operation: error.operation, path: path, errno: error.errno)
            }
            try file.commit()
        } catch {
            ParentDirectory.remove(made)
            throw error
        }
    }
}
