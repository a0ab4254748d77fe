internal import Glibc

/// A file that has lost its name, for libraries that read nothing but files. It goes when it is no longer used.
package final class NamelessFile: Sendable {
    private let descriptor: Int32

    /// A file that holds a text.
    ///
    /// - Throws: ``FileError`` where the system gives none.
    package init(_ text: String) throws(FileError) {
        guard let file = unsafe tmpfile() else { throw FileError(operation: "create", errno: errno) }
        descriptor = unsafe fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
        let code = errno
        unsafe fclose(file)
        guard descriptor >= 0 else { throw FileError(operation: "create", errno: code) }
        try FileBytes.write(Array(text.utf8), to: descriptor, at: 0)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where this process, and no other, finds it.
    package var path: String { "/proc/self/fd/\(descriptor)" }
}
