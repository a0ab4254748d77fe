extension BoxScanner {
    /// Whether the file is a movie whose samples may lie in fragments.
    package func isFragmented() throws(Failure) -> Bool { try first("moov", "mvex") != nil }

    /// Where the whole fragments of a movie end that is cut short within the description of the next one (`moof`), in bytes from
    /// the beginning of the file; `nil` where it is not cut there, and where no fragment is whole.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read.
    package func endOfWholeFragments() throws(Failure) -> UInt64? {
        var hasMovie = false
        var hasFragment = false
        var end: UInt64?
        _ = try forEachStatedBox { type, place throws(Failure) in
            if place.upperBound > source.count {
                end = type == "moof" && hasMovie && hasFragment ? place.lowerBound : nil
            }
            if type == "moov" { hasMovie = true }
            if type == "moof" { hasFragment = true }
        }
        return end
    }
}
