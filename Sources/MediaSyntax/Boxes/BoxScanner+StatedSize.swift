extension BoxScanner {
    /// How many bytes the file should have at least, where that is more than it has: by the size of a box, or by an index
    /// that names bytes beyond the end. `nil` where nothing says that the file is cut short.
    ///
    /// - Complexity: O(number of boxes at the file's own level), each a read.
    package func statedSize() throws(Failure) -> UInt64? {
        var beyond: UInt64?
        var indexed: UInt64 = 0
        var hasFragment = false
        let position = try forEachStatedBox { type, place throws(Failure) in
            if type == "moof" { hasFragment = true }
            if place.upperBound > source.count {
                beyond = Self.topLevel.contains(type) ? place.upperBound : 0
            } else if type == "moov" {
                indexed = max(indexed, try lastChunk(of: place))
            } else if type == "sidx" {
                indexed = max(indexed, try lastSegment(of: place))
            }
        }
        if let beyond { return beyond > 0 ? max(beyond, indexed) : nil }
        if indexed > source.count { return indexed }
        // What is left behind fragments is shorter than a header can be: it is a part of one.
        let rest = source.count - min(position, source.count)
        return hasFragment && (1..<BoxHeader.smallestSize).contains(rest) ? position + BoxHeader.smallestSize : nil
    }

    /// What stands beside a movie. Of any other type nothing is believed: it may be what someone has put behind the file.
    static var topLevel: Set<BoxType> {
        [
            "ftyp", "styp", "moov", "moof", "mdat", "mfra", "sidx", "free", "skip", "wide", "meta", "uuid", "prft",
            "emsg",
        ]
    }

    /// Calls a body with the boxes at the file's own level and where they lie by the sizes that they state. The last one may end beyond
    /// the end of the file.
    ///
    /// - Returns: Where the last one ends: at the end of the file, or beyond it, or where there is no header that can be read.
    /// - Complexity: O(number of boxes), each a read.
    func forEachStatedBox(_ body: (BoxType, Range<UInt64>) throws(Failure) -> Void) throws(Failure) -> UInt64 {
        var position: UInt64 = 0
        for _ in 0..<Self.searchLimit {
            guard let (type, end) = try statedBox(at: position) else { break }
            try body(type, position..<end)
            position = end
        }
        return position
    }

    /// A box's type, and where it ends by its own size, which may lie beyond the end of the file.
    func statedBox(at position: UInt64) throws(Failure) -> (type: BoxType, end: UInt64)? {
        guard position < source.count else { return nil }
        let length = min(source.count - position, UInt64(BoxHeader.largestSize))
        guard let bytes = try source.bytes(position..<position + length, limit: BoxHeader.largestSize) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let header = BoxHeader(&reader) else { return nil }
        guard let size = header.size else { return (header.type, source.count) }
        let end = position.addingReportingOverflow(size)
        return (header.type, end.overflow ? .max : end.partialValue)
    }

    /// The first byte behind the beginning of the last chunk of any track.
    private func lastChunk(of movie: Range<UInt64>) throws(Failure) -> UInt64 {
        guard let movie = try box(at: movie.lowerBound) else { return 0 }
        var last: UInt64 = 0
        for track in try boxes("trak", in: movie.content) {
            guard let tables = try first("mdia", "minf", "stbl", in: track.content) else { continue }
            for (type, size) in [("stco", 4), ("co64", 8)] as [(BoxType, UInt64)] {
                // Only the last entry is read: a table may be long.
                guard let table = try first(type, in: tables.content), table.content.count >= Int(8 + size),
                    var head = try source.bytes(table.content.lowerBound..<table.content.lowerBound + 8, limit: 8)
                        .map(ByteReader.init),
                    head.uint32() != nil, let count = head.uint32(), count > 0,
                    UInt64(count) <= (UInt64(table.content.count) - 8) / size
                else { continue }
                let place = table.content.lowerBound + 8 + UInt64(count - 1) * size
                guard var entry = try source.bytes(place..<place + size, limit: 8).map(ByteReader.init),
                    let offset = entry.unsigned(byteCount: Int(size)), offset < .max
                else { continue }
                last = max(last, offset + 1)
            }
        }
        return last
    }

    /// Where the segments of an index end.
    private func lastSegment(of index: Range<UInt64>) throws(Failure) -> UInt64 {
        guard let place = try box(at: index.lowerBound), let index: SegmentIndexBox = try content(of: place) else {
            return 0
        }
        let end = place.range.upperBound.addingReportingOverflow(index.span)
        return end.overflow ? .max : end.partialValue
    }
}
