internal import Files
internal import Glibc
internal import MediaSyntax
internal import PathNames

extension ByteSource where Failure == FileError {
    /// The bytes of an open file.
    init(file: Int32) throws(FileError) {
        self.init(count: try FileBytes.size(of: file)) { position, count throws(FileError) in
            try FileBytes.read(file, at: position, count: count)[...]
        }
    }

    /// What is found in the bytes of a file; `nil` where it cannot be read, which is the business of whoever reads its frames.
    static func reading<Found>(_ path: String, _ find: (Self) throws(FileError) -> Found?) -> Found? {
        let descriptor = unsafe Glibc.open(path.pathBytes, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return (try? find(Self(file: descriptor))) ?? nil
    }
}
