internal import Glibc
internal import PathNames

/// Which file an input was when it was opened, and when it was last written to: tells whether it is still the same.
struct InputStamp: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let modified: [Int]

    /// `nil` where there is nothing at the path.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path.pathBytes, &status) == 0 else { return nil }
        (device, number, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    /// What has become of the file at a path since; `nil` where what was read of it is what it was. A file that has grown may be a
    /// recording that goes on. One that is no longer there was read while it was.
    func change(of path: String) -> String? {
        guard let now = InputStamp(path), now != self else { return nil }
        guard (now.device, now.number) == (device, number) else { return "was replaced by another file" }
        return now.size > size ? nil : "was written to"
    }
}
