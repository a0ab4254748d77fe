extension BoxScanner {
    /// Where the whole fragments of a movie end that is cut short within the description of the next one (`moof`), in bytes from
    /// the beginning of the file; `nil` where it is not cut there, and where no fragment is whole.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read.
    package func endOfWholeFragments() throws(Failure) -> UInt64? {
        var position: UInt64 = 0
        var hasMovie = false
        var hasFragment = false
        for _ in 0..<Self.searchLimit {
            guard let (type, end) = try statedBox(at: position) else { return nil }
            if end > source.count { return type == "moof" && hasMovie && hasFragment ? position : nil }
            // A box of no size would be looked at for ever.
            guard end > position else { return nil }
            if type == "moov" { hasMovie = true }
            if type == "moof" { hasFragment = true }
            position = end
        }
        return nil
    }
}
