/// An element of EBML at its place in a file.
package struct LocatedElement: Hashable, Sendable {
    package let id: ElementID
    /// Where it begins, in bytes from the beginning of the file.
    package let start: UInt64
    /// What is in it, as far as it lies in what the element lies in.
    package let content: Range<UInt64>
    /// Where it ends by its own size, which may lie beyond the end of the file; `nil` where it states none.
    package let statedEnd: UInt64?
}

/// Finds elements of EBML (RFC 8794) where they lie in a file, as ``BoxScanner`` finds boxes. Only headers are read, and
/// content that is asked for.
package struct ElementScanner<Failure: Error> {
    private let source: ByteSource<Failure>

    /// So many elements are looked at in one search.
    static var searchLimit: Int { 1 << 20 }

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// All of the file.
    package var whole: Range<UInt64> { 0..<source.count }

    /// The element at a position; `nil` where there is no header before `end`.
    package func element(at position: UInt64, before end: UInt64) throws(Failure) -> LocatedElement? {
        let end = min(end, source.count)
        guard position < end else { return nil }
        let length = min(end - position, UInt64(ElementHeader.largestSize))
        guard let bytes = try source.bytes(position..<position + length, limit: ElementHeader.largestSize) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let header = ElementHeader(&reader) else { return nil }
        let start = position + header.headerSize
        let stated = header.size.map { start.addingReportingOverflow($0) }
        let statedEnd = stated.map { $0.overflow ? UInt64.max : $0.partialValue }
        return LocatedElement(
            id: header.id,
            start: position,
            content: start..<max(start, min(statedEnd ?? end, end)),
            statedEnd: statedEnd
        )
    }

    /// The elements in a range of bytes that begins with one, up to the first that cannot be read, or of which nothing
    /// more is wanted.
    ///
    /// - Complexity: O(number of elements at this level), each a read.
    package func forEach(
        in range: Range<UInt64>,
        _ isMoreWanted: (LocatedElement) throws(Failure) -> Bool
    ) throws(Failure) {
        var position = range.lowerBound
        for _ in 0..<Self.searchLimit {
            guard let element = try element(at: position, before: range.upperBound), try isMoreWanted(element) else {
                return
            }
            position = max(position + 1, element.content.upperBound)
        }
    }

    /// The elements of a kind in a range of bytes that begins with an element.
    package func all(_ id: ElementID, in range: Range<UInt64>) throws(Failure) -> [LocatedElement] {
        var found: [LocatedElement] = []
        try forEach(in: range) { element throws(Failure) in
            if element.id == id { found.append(element) }
            return true
        }
        return found
    }

    /// The first element of a kind in a range of bytes that begins with an element.
    package func first(_ id: ElementID, in range: Range<UInt64>) throws(Failure) -> LocatedElement? {
        var found: LocatedElement?
        try forEach(in: range) { element throws(Failure) in
            if element.id == id { found = element }
            return found == nil
        }
        return found
    }

    /// The bytes of a range; `nil` where it reaches beyond the end, or is longer than `limit`.
    func bytes(_ range: Range<UInt64>, limit: Int) throws(Failure) -> ArraySlice<UInt8>? {
        try source.bytes(range, limit: limit)
    }

    /// A whole number that an element holds; `nil` where it has more than 8 bytes.
    package func unsigned(_ element: LocatedElement) throws(Failure) -> UInt64? {
        guard let bytes = try source.bytes(element.content, limit: 8) else { return nil }
        var reader = ByteReader(bytes)
        return reader.unsigned(byteCount: bytes.count)
    }
}
