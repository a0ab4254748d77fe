internal import Glibc

/// A file that is read as a whole.
package enum SmallFile {
    /// The bytes of the file.
    ///
    /// A file of more than `limit` bytes is refused, so that a film that is named where a text is expected is not read.
    package static func bytes(of path: String, atMost limit: Int) throws(SmallFileError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SmallFileError(path, errno) }
        defer { close(descriptor) }
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
}
