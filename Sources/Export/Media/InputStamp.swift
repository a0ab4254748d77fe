internal import Files
internal import Glibc
internal import PathNames

/// Which file an input was when it was opened, and when it was last written to: tells whether it is still the same.
struct InputStamp: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let modified: [Int]
    /// Some of its bytes: between its headers, which are written anew when a recording ends, and its end.
    private let pieces: [[UInt8]]

    /// Of each piece, in bytes.
    private static let pieceSize: Int64 = 512
    /// Where pieces lie, in eighths of the file.
    private static let places: ClosedRange<Int64> = 2...6

    /// `nil` where there is nothing at the path.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path.pathBytes, &status) == 0 else { return nil }
        (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        pieces = status.st_mode & S_IFMT == S_IFREG ? Self.pieces(of: path, size: size) : []
    }

    /// Pieces of a file as it was when it had so many bytes; none where it cannot be read.
    private static func pieces(of path: String, size: Int64) -> [[UInt8]] {
        let file = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let count = Int(min(pieceSize, size / 8))
        return places.compactMap { try? FileBytes.read(file, at: UInt64(size / 8 * $0), count: count) }
    }

    /// What has become of the file at a path since; `nil` where what was read of it is what it was. A file that has grown may be a
    /// recording that goes on: then most of what it had is as it was. One that is no longer there was read while it was.
    func change(of path: String) -> String? {
        guard let now = InputStamp(path), now != self else { return nil }
        guard (now.device, now.number) == (device, number) else { return "was replaced by another file" }
        guard now.size > size else { return "was written to" }
        let other = zip(pieces, Self.pieces(of: path, size: size)).count { $0 != $1 }
        return 2 * other > pieces.count ? "was written to" : nil
    }
}
