internal import CAttributes
internal import Glibc

/// Copies parts of files into another file, inside of the system where it can (`copy_file_range`), and through memory where not:
/// between file systems, and where one of them cannot do it.
package struct RangeCopy {
    /// Whether the system is asked to do it.
    private var usesSystem = true
    private var buffer: [UInt8] = []

    /// In bytes.
    private static let bufferSize = 512 << 10

    /// With `throughMemory`, the system is not asked.
    package init(throughMemory: Bool = false) { usesSystem = !throughMemory }

    /// Copies bytes from a place in one file to a place in another. A source that ends before is an error of reading.
    package mutating func copy(
        _ source: Int32,
        at offset: UInt64,
        count: Int,
        to target: Int32,
        at place: UInt64
    ) throws(FileError) {
        var done = 0
        while usesSystem, done < count {
            var from = Int64(offset) + Int64(done)
            var to = Int64(place) + Int64(done)
            let copied = unsafe oc_copy_file_range(source, &from, target, &to, count - done)
            if copied > 0 {
                done += Int(copied)
                continue
            }
            let code = errno
            if copied < 0, code == EINTR { continue }
            if copied < 0, Self.isFull(code) { throw FileError(operation: "write", errno: code) }
            // Whatever else is wrong with the files is found out by reading and writing them.
            if copied < 0 { usesSystem = false }
            break
        }
        try copyThroughMemory(
            source,
            at: offset + UInt64(done),
            count: count - done,
            to: target,
            at: place + UInt64(done)
        )
    }

    private static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    private mutating func copyThroughMemory(
        _ source: Int32,
        at offset: UInt64,
        count: Int,
        to target: Int32,
        at place: UInt64
    ) throws(FileError) {
        guard count > 0 else { return }
        if buffer.isEmpty { buffer = Array(repeating: 0, count: Self.bufferSize) }
        var done = 0
        while done < count {
            let part = min(count - done, buffer.count)
            let got = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe pread(source, bytes.baseAddress, part, off_t(offset) + off_t(done))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw FileError(operation: "read", errno: got == 0 ? EIO : errno) }
            try unsafe FileBytes.write(buffer.span.extracting(first: got).bytes, to: target, at: place + UInt64(done))
            done += got
        }
    }
}
