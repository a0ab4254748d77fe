internal import CAttributes
internal import Glibc
internal import PathNames

/// What the file system says of a file, without following a link.
package struct FileAttributes: Hashable, Sendable {
    /// Whether it is a file, and no folder, link or device.
    package let isFile: Bool
    package let isFolder: Bool
    /// Its length in bytes.
    package let size: UInt64
    /// Which file it is on its file system.
    package let number: UInt64
    /// When its bytes were changed: seconds since 1970, and nanoseconds of the next one. Together these may be more than 64 bits.
    package let modified: [Int]

    /// `nil` where there is nothing at the path.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe lstat(path.pathBytes, &status) == 0 else { return nil }
        isFile = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        size = UInt64(clamping: status.st_size)
        number = UInt64(status.st_ino)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    /// Whether there is anything at a path.
    package static func isThere(_ path: String) -> Bool { FileAttributes(path) != nil }

    /// Whether a file has an extended attribute, of whatever value.
    package static func has(_ name: String, _ path: String) -> Bool {
        unsafe lgetxattr(path.pathBytes, name, nil, 0) >= 0
    }

    /// Whether a name is like a pattern of fnmatch(3). Hidden names are only where the pattern begins with a dot.
    package static func isLike(_ pattern: String, _ name: String) -> Bool {
        unsafe fnmatch(pattern.pathBytes, name.pathBytes, FNM_PERIOD) == 0
    }
}
