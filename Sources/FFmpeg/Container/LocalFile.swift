internal import Glibc
internal import MediaSyntax
internal import PathNames

/// Reads files beside libavformat, for what it does not say of them.
enum LocalFile {
    /// Some bytes of a file could not be read.
    struct Unreadable: Error {}

    /// What is found in the bytes of a regular file; `nil` where it is none, and where it cannot be read.
    static func reading<Found>(
        _ path: String,
        _ find: (ByteSource<Unreadable>) throws(Unreadable) -> Found?
    ) -> Found? {
        let file = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let size = UInt64(exactly: status.st_size)
        else { return nil }
        let source = ByteSource<Unreadable>(count: size) { position, count throws(Unreadable) in
            var bytes = [UInt8](repeating: 0, count: count)
            let read = unsafe bytes.withUnsafeMutableBytes { memory in
                unsafe memory.baseAddress.map { unsafe FileRead.fill($0, count, of: file, at: off_t(position)) } ?? 0
            }
            guard read == count else { throw Unreadable() }
            return bytes[...]
        }
        return (try? find(source)) ?? nil
    }
}
