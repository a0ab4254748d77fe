extension ElementScanner {
    /// How many bytes the file should have at least, where that is more than it has: by the size of an element. `nil` where
    /// nothing says that the file is cut short.
    ///
    /// - Complexity: O(number of elements whose size is not known), each a read: in a live stream all of them.
    package func statedSize() throws(Failure) -> UInt64? {
        var position: UInt64 = 0
        for _ in 0..<Self.searchLimit {
            guard let element = try element(at: position, before: whole.upperBound) else { break }
            guard let end = element.statedEnd else {
                // What lies in an element without a size follows its header.
                position = element.content.lowerBound
                continue
            }
            if end > whole.upperBound { return end }
            position = end
        }
        // What is left is shorter than a header can be: it is a part of one.
        let rest = whole.upperBound - min(position, whole.upperBound)
        return position > 0 && (1..<UInt64(2)).contains(rest) ? whole.upperBound + 1 : nil
    }
}
