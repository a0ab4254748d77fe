/// The directory that a file is in, by its path alone.
enum ParentDirectory {
    /// `.` for a name without a directory. A slash is looked for among the bytes: a character may be joined to it.
    static func of(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
