internal import Glibc

/// Bytes of an open file at given places; its own position is neither used nor changed.
package enum FileBytes {
    /// The file's length.
    package static func size(of file: Int32) throws(FileError) -> UInt64 {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw FileError(operation: "read", errno: errno) }
        return UInt64(status.st_size)
    }

    /// The length of the file of a name; `nil` where there is none.
    package static func size(ofFileAt path: String) -> UInt64? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt64(status.st_size) : nil
    }

    /// As many bytes as were asked for; fewer are an error.
    package static func read(_ file: Int32, at position: UInt64, count: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(file, buffer.baseAddress?.advanced(by: done), count - done, off_t(position) + off_t(done))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw FileError(operation: "read", errno: got == 0 ? EIO : errno) }
            done += got
        }
        return bytes
    }

    /// All of the bytes.
    package static func write(_ bytes: [UInt8], to file: Int32, at position: UInt64) throws(FileError) {
        try unsafe write(bytes.span.bytes, to: file, at: position)
    }

    /// All of the bytes.
    package static func write(_ bytes: borrowing RawSpan, to file: Int32, at position: UInt64) throws(FileError) {
        var done = 0
        while done < bytes.byteCount {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    file,
                    buffer.baseAddress?.advanced(by: done),
                    buffer.count - done,
                    off_t(position) + off_t(done)
                )
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw FileError(operation: "write", errno: put == 0 ? EIO : errno) }
            done += put
        }
    }

    /// Cuts a file off.
    package static func truncate(_ file: Int32, to size: UInt64) throws(FileError) {
        guard ftruncate(file, off_t(size)) == 0 else { throw FileError(operation: "truncate", errno: errno) }
    }

    /// Waits until the file's bytes are on the disk.
    package static func synchronize(_ file: Int32) throws(FileError) {
        guard fdatasync(file) == 0 else { throw FileError(operation: "synchronise", errno: errno) }
    }
}

extension FileBytes {
    /// Bytes that an unprivileged user may still write to the file system that a file is on; `nil` where it does not
    /// say.
    package static func freeSpace(around file: Int32) -> UInt64? {
        var status = statvfs()
        guard unsafe fstatvfs(file, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}
