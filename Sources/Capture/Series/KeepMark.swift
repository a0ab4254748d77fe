internal import Files

/// Says that a file of a series is never to be deleted: an extended attribute `user.overcrank.keep` of any value, or beside
/// the file an empty one of the same name and `.keep`.
enum KeepMark {
    static let attribute = "user.overcrank.keep"
    static let ending = ".keep"

    static func isThere(_ path: String) -> Bool {
        FileAttributes.has(attribute, path) || FileAttributes.isThere(path + ending)
    }
}
