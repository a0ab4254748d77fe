internal import Glibc
internal import PathNames

/// Reads and writes bytes of an open file at given positions. The file's own position is neither used nor changed.
package enum FileBytes {
    /// The size of the file in bytes.
    package static func size(of file: Int32) throws(FileError) -> UInt64 {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { throw FileError(operation: "read", errno: errno) }
        return UInt64(status.st_size)
    }

    /// The size of the file at a path in bytes; `nil` where there is none.
    package static func size(ofFileAt path: String) -> UInt64? {
        var status = stat()
        return unsafe stat(path.pathBytes, &status) == 0 ? UInt64(status.st_size) : nil
    }

    /// Reads exactly `count` bytes. A file that ends before is an error.
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

    /// Writes all bytes.
    package static func write(_ bytes: [UInt8], to file: Int32, at position: UInt64) throws(FileError) {
        try unsafe write(bytes.span.bytes, to: file, at: position)
    }

    /// Writes all bytes.
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

    /// Moves all bytes from a position on towards the end, and so makes room in front of them. What the room holds is left as
    /// it was.
    ///
    /// - Complexity: O(size of what is moved); the memory for it is bounded.
    package static func moveTail(of file: Int32, from position: UInt64, by distance: UInt64) throws(FileError) {
        let piece: UInt64 = 1 << 20
        var end = try size(of: file)
        while end > position {
            let start = max(position, end - min(end, piece))
            try write(try read(file, at: start, count: Int(end - start)), to: file, at: start + distance)
            end = start
        }
    }

    /// Cuts the file to a size in bytes.
    package static func truncate(_ file: Int32, to size: UInt64) throws(FileError) {
        guard ftruncate(file, off_t(size)) == 0 else { throw FileError(operation: "truncate", errno: errno) }
    }

    /// Waits until the file's bytes are on the disk; not where its file system has no such operation (`EINVAL`).
    package static func synchronize(_ file: Int32) throws(FileError) {
        var result: Int32
        repeat { result = fdatasync(file) } while result != 0 && errno == EINTR
        guard result == 0 || errno == EINVAL else { throw FileError(operation: "synchronise", errno: errno) }
    }

    /// Has the file system report what it reports only when a file is closed: NFS and FUSE may keep until then what was written. Where no more
    /// files can be open, nothing is asked.
    package static func checkClosing(_ file: Int32) throws(FileError) {
        var result: Int32
        repeat {
            let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
            if copy < 0, errno == EMFILE { return }
            guard copy >= 0 else { throw FileError(operation: "write", errno: errno) }
            result = close(copy)
        } while result != 0 && errno == EINTR
        if result != 0 { throw FileError(operation: "write", errno: errno) }
    }
}

extension FileBytes {
    /// How many bytes an unprivileged user can still write to the file system of the file; `nil` where it does not say.
    package static func freeSpace(around file: Int32) -> UInt64? {
        var status = statvfs()
        guard unsafe fstatvfs(file, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }

    /// The same of the file system that a file at a path would be on, which need not exist, nor its folder.
    package static func freeSpace(beside path: String) -> UInt64? {
        var status = statvfs()
        guard unsafe statvfs(ParentDirectory.existing(of: path).pathBytes, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}
