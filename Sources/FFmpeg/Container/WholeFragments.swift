internal import MediaSyntax

/// The beginning of a movie in fragments that was cut short within the description of its last one. libavformat reads descriptions
/// of all fragments when it opens a file, and refuses the whole file for one that it cannot read.
enum WholeFragments {
    /// Where that part of a file ends, in bytes from its beginning; `nil` where the file is not cut short there.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read.
    static func end(ofFile path: String) -> UInt64? {
        LocalFile.reading(path) { source throws(LocalFile.Unreadable) in try BoxScanner(source).endOfWholeFragments() }
    }

    /// libavformat's name of the part of a file up to there.
    static func url(ofFile path: String, end: UInt64) -> String {
        "subfile,,start,0,end,\(end),,:file:\(path)"
    }
}
