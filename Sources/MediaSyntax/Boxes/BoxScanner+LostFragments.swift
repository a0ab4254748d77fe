extension BoxScanner {
    /// Where a movie in fragments is damaged so that none of its boxes leads to the fragments that follow, in bytes from the beginning of
    /// the file; `nil` where they all lead to one another. Readers, libav among them, take the movie to end there.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read; and behind one that is not known, up to the end or the next
    ///   fragment, O(bytes).
    package func startOfLostFragments() throws(Failure) -> UInt64? {
        var hasMovie = false
        var unknown: UInt64?
        let end = try forEachStatedBox { type, place throws(Failure) in
            if type == "moov" { hasMovie = true }
            // Whatever an unknown one was, known boxes are found behind it.
            unknown = Self.topLevel.contains(type) ? nil : unknown ?? place.lowerBound
        }
        if end < source.count, try statedBox(at: end) == nil { unknown = unknown ?? end }
        guard hasMovie, let unknown, try hasFragment(behind: unknown) else { return nil }
        return unknown
    }

    /// Whether a fragment begins anywhere behind a place: a `moof` with its header in it.
    private func hasFragment(behind start: UInt64) throws(Failure) -> Bool {
        let (fragment, header) = (Array("moof".utf8), Array("mfhd".utf8))
        // From one type to the other there are this one and a size.
        let length = 12
        var position = start
        while position < source.count {
            let count = min(source.count - position, Self.searchedAtOnce)
            guard let bytes = try source.bytes(position..<position + count, limit: Int(count)) else { return false }
            for place in bytes.indices.dropLast(length - 1) where bytes[place] == fragment[0] {
                if bytes[place..<place + 4].elementsEqual(fragment),
                    bytes[place + 8..<place + length].elementsEqual(header)
                {
                    return true
                }
            }
            if count < Self.searchedAtOnce { return false }
            position += count - UInt64(length - 1)
        }
        return false
    }

    /// So many bytes are searched at a time.
    private static var searchedAtOnce: UInt64 { 1 << 16 }
}
