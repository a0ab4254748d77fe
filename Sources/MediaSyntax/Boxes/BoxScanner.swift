/// A box at its place in a file.
package struct LocatedBox: Hashable, Sendable {
    package let type: BoxType
    /// The whole box, in bytes from the beginning of the file.
    package let range: Range<UInt64>
    /// What is in it, without its header.
    package let content: Range<UInt64>
    /// Whether it states no size, and therefore reaches to the end of what it lies in.
    package let isOpenEnded: Bool
}

/// Finds boxes where they lie in a file. Only headers are read, and content that is asked for.
///
/// No size is trusted: a box that is longer than what it lies in ends the search at its level.
package struct BoxScanner<Failure: Error> {
    let source: ByteSource<Failure>

    /// So many boxes at one level are looked at in search of one. Files have a handful; fragmented movies have three for
    /// each fragment, which are looked at one by one with ``box(at:before:)``.
    static var searchLimit: Int { 1 << 20 }
    /// Of content that is read as a whole, in bytes.
    private static var contentLimit: Int { 1 << 28 }

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// All of the file.
    package var whole: Range<UInt64> { 0..<source.count }

    /// The box at a position; `nil` where there is no whole one before `end`, which is the end of the file if not stated.
    package func box(at position: UInt64, before end: UInt64? = nil) throws(Failure) -> LocatedBox? {
        let end = min(end ?? source.count, source.count)
        guard position < end else { return nil }
        let available = end - position
        let length = min(available, UInt64(BoxHeader.largestSize))
        guard let bytes = try source.bytes(position..<position + length, limit: BoxHeader.largestSize) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let header = BoxHeader(&reader), let size = header.size(within: available) else { return nil }
        return LocatedBox(
            type: header.type,
            range: position..<position + size,
            content: position + header.headerSize..<position + size,
            isOpenEnded: header.size == nil
        )
    }

    /// The boxes of a type in a range of bytes that begins with a box.
    ///
    /// - Complexity: O(number of boxes at this level), each a read.
    package func boxes(_ type: BoxType, in range: Range<UInt64>) throws(Failure) -> [LocatedBox] {
        var found: [LocatedBox] = []
        var position = range.lowerBound
        for _ in 0..<Self.searchLimit {
            guard let box = try box(at: position, before: range.upperBound) else { break }
            if box.type == type { found.append(box) }
            position = box.range.upperBound
        }
        return found
    }

    /// The first box of a type in a range of bytes that begins with a box.
    package func first(_ type: BoxType, in range: Range<UInt64>) throws(Failure) -> LocatedBox? {
        var position = range.lowerBound
        for _ in 0..<Self.searchLimit {
            guard let box = try box(at: position, before: range.upperBound) else { return nil }
            if box.type == type { return box }
            position = box.range.upperBound
        }
        return nil
    }

    /// The box at the end of a path from the file's own level.
    package func first(_ path: BoxType...) throws(Failure) -> LocatedBox? {
        try first(path, in: whole)
    }

    /// The box at the end of a path within a range of bytes that begins with a box.
    package func first(_ path: BoxType..., in range: Range<UInt64>) throws(Failure) -> LocatedBox? {
        try first(path, in: range)
    }

    private func first(_ path: [BoxType], in range: Range<UInt64>) throws(Failure) -> LocatedBox? {
        var range = range
        var found: LocatedBox?
        for type in path {
            found = try first(type, in: range)
            guard let found else { return nil }
            range = found.content
        }
        return found
    }

    /// The box in memory; `nil` where it is too long for that (256 MiB).
    package func read(_ box: LocatedBox) throws(Failure) -> MovieBox? {
        try source.bytes(box.content, limit: Self.contentLimit).map { MovieBox(type: box.type, payload: $0) }
    }

    /// What the box at the end of a path within another one says; `nil` where there is none, or it cannot be read.
    func content<Content: BoxContent>(at path: BoxType..., of box: LocatedBox) throws(Failure) -> Content? {
        guard let place = try first(path, in: box.content) else { return nil }
        return try content(of: place)
    }

    /// What a box says; `nil` where it is of another type, or cannot be read.
    package func content<Content: BoxContent>(
        of box: LocatedBox,
        as _: Content.Type = Content.self
    ) throws(Failure) -> Content? {
        guard Content.types.contains(box.type) else { return nil }
        return try read(box)?.content()
    }
}
