internal import Glibc
internal import MediaSyntax
internal import PathNames

/// The beginning of a movie in fragments that was cut short within the description of its last one. libavformat reads descriptions
/// of all fragments when it opens a file, and refuses the whole file for one that it cannot read.
enum WholeFragments {
    /// libavformat's name of that part of a file; `nil` where the file is not cut short there.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read.
    static func url(ofFile path: String) -> String? {
        let file = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let size = UInt64(exactly: status.st_size)
        else { return nil }
        let source = ByteSource<Unreadable>(count: size) { position, count throws(Unreadable) in
            var bytes = [UInt8](repeating: 0, count: count)
            let read = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(file, $0.baseAddress, count, off_t(position))
            }
            guard read == count else { throw Unreadable() }
            return bytes[...]
        }
        guard let end = try? BoxScanner(source).endOfWholeFragments() else { return nil }
        return "subfile,,start,0,end,\(end),,:file:\(path)"
    }

    private struct Unreadable: Error {}
}
