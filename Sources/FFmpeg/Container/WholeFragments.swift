internal import MediaSyntax

/// The beginning of a movie in fragments that was cut short within the description of its last one. libavformat reads descriptions
/// of all fragments when it opens a file, and refuses the whole file for one that it cannot read.
enum WholeFragments {
    /// libavformat's name of that part of a file; `nil` where the file is not cut short there.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read.
    static func url(ofFile path: String) -> String? {
        let end = LocalFile.reading(path) { source throws(LocalFile.Unreadable) in
            try BoxScanner(source).endOfWholeFragments()
        }
        guard let end else { return nil }
        return "subfile,,start,0,end,\(end),,:file:\(path)"
    }
}
