internal import Glibc
internal import PathNames

/// Paths without links and dots.
enum RealPath {
    /// Whether a file lies in a directory, or in one within it, by whatever names. `false` where one of them is not there.
    static func lies(_ file: String, in directory: String) -> Bool {
        guard let file = bytes(of: file), let directory = bytes(of: directory) else { return false }
        return file.starts(with: directory.last == UInt8(ascii: "/") ? directory : directory + [UInt8(ascii: "/")])
    }

    /// The bytes of the real path; `nil` where there is nothing.
    private static func bytes(of path: String) -> [UInt8]? {
        guard let real = unsafe realpath(path.pathBytes, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe Array(UnsafeBufferPointer(start: real, count: strlen(real))).map(UInt8.init(bitPattern:))
    }
}
