/// Keeps the bytes that were read last, with some behind them, so that what lies close together is read once.
///
/// For sources that do not change while they are read.
final class ReadAhead<Failure: Error> {
    private let source: ByteSource<Failure>
    /// So many bytes are read at a time, at most.
    private let size: UInt64
    private var kept: ArraySlice<UInt8> = []
    /// Where the kept bytes begin.
    private var start: UInt64 = 0

    init(_ source: ByteSource<Failure>, size: Int) {
        self.source = source
        self.size = UInt64(size)
    }

    /// Bytes that lie within the source.
    func bytes(at position: UInt64, count: Int) throws(Failure) -> ArraySlice<UInt8> {
        if UInt64(count) > size { return try source.read(position, count) }
        let end = position + UInt64(count)
        if position < start || end > start + UInt64(kept.count) {
            kept = try source.read(position, Int(min(size, source.count - position)))
            start = position
        }
        let first = kept.startIndex + Int(position - start)
        return kept[first..<first + count]
    }
}

extension ByteSource {
    /// The same bytes, of which up to `size` are read at a time and kept. For a source that does not change.
    package func readingAhead(_ size: Int) -> ByteSource {
        let ahead = ReadAhead(self, size: size)
        return ByteSource(count: count) { position, count throws(Failure) in
            try ahead.bytes(at: position, count: count)
        }
    }
}
