internal import CAttributes
internal import Glibc

/// A file in memory, for libraries that read nothing but files. It needs no directory that can be written to.
package final class NamelessFile: Sendable {
    private let descriptor: Int32

    /// A file that holds a text.
    ///
    /// - Throws: ``FileError`` where the system gives none.
    package init(_ text: String) throws(FileError) {
        descriptor = unsafe oc_memory_file("text")
        guard descriptor >= 0 else { throw FileError(operation: "create", errno: errno) }
        try FileBytes.write(Array(text.utf8), to: descriptor, at: 0)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Where this process, and no other, finds it.
    package var path: String { "/proc/self/fd/\(descriptor)" }
}
