/// Keeps the bytes that were read last, with some behind them, so that what lies close together is read once.
///
/// For sources that do not change while they are read.
final class ReadAhead<Failure: Error> {
    private let source: ByteSource<Failure>
    /// So many bytes are read at a time: at least, and at most.
    private let sizes: ClosedRange<UInt64>
    /// How many are read next.
    private var size: UInt64
    private var kept: ArraySlice<UInt8> = []
    /// Where the kept bytes begin.
    private var start: UInt64 = 0

    init(_ source: ByteSource<Failure>, sizes: ClosedRange<Int>) {
        self.source = source
        self.sizes = UInt64(sizes.lowerBound)...UInt64(sizes.upperBound)
        size = self.sizes.lowerBound
    }

    /// More is read at a time while what is wanted lies so close together that this many of it are in the most that is read.
    private static var worthwhile: UInt64 { 8 }

    /// Bytes that lie within the source.
    func bytes(at position: UInt64, count: Int) throws(Failure) -> ArraySlice<UInt8> {
        if UInt64(count) > sizes.lowerBound { return try source.read(position, count) }
        let end = position + UInt64(count)
        let keptEnd = start + UInt64(kept.count)
        if position < start || end > keptEnd {
            let isNear = position >= start && position < keptEnd + sizes.upperBound / Self.worthwhile
            size = isNear ? min(2 * size, sizes.upperBound) : sizes.lowerBound
            kept = try source.read(position, Int(min(size, source.count - position)))
            start = position
        }
        let first = kept.startIndex + Int(position - start)
        return kept[first..<first + count]
    }
}

extension ByteSource {
    /// The same bytes, of which up to `size` are read at a time and kept; and up to `most`, where what is asked for lies close
    /// together. For a source that does not change.
    package func readingAhead(_ size: Int, growingTo most: Int? = nil) -> ByteSource {
        let ahead = ReadAhead(self, sizes: size...max(size, most ?? size))
        return ByteSource(count: count) { position, count throws(Failure) in
            try ahead.bytes(at: position, count: count)
        }
    }
}
