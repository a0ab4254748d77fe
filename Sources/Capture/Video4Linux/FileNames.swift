internal import Glibc

/// What the system says in links and one-line files.
enum FileNames {
    /// Where a symbolic link leads.
    static func linkTarget(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink(path, &bytes, bytes.count)
        return length > 0 ? String(decoding: bytes.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The path without symbolic links; `nil` where it leads nowhere.
    static func resolved(_ path: String) -> String? {
        guard let name = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(name) }
        return unsafe String(cString: name)
    }

    /// The first 4 KiB of a file; `nil` where it cannot be read.
    static func bytes(of path: String) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let length = unsafe read(descriptor, &bytes, bytes.count)
        return length < 0 ? nil : Array(bytes.prefix(length))
    }

    /// A file's text without the line break at its end.
    static func text(of path: String) -> String? {
        bytes(of: path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
    }
}
