extension ByteWriter {
    /// A box with what the body writes into it.
    ///
    /// - Precondition: the box is smaller than 4 GiB.
    package mutating func box(_ type: BoxType, _ body: (inout ByteWriter) -> Void) {
        let start = bytes.count
        uint32(0)
        uint32(type.rawValue)
        body(&self)
        replace(at: start, with: UInt32(bytes.count - start))
    }

    /// A box as it was read.
    package mutating func box(_ box: MovieBox) {
        self.box(box.type) { $0.append(box.payload) }
    }

    /// A box that begins with a version and flags (ISO/IEC 14496-12, 4.2.2).
    mutating func fullBox(
        _ type: BoxType,
        version: UInt8 = 0,
        flags: UInt32 = 0,
        _ body: (inout ByteWriter) -> Void
    ) {
        box(type) { writer in
            writer.uint32(UInt32(version) << 24 | flags & 0xFF_FFFF)
            body(&writer)
        }
    }

    /// A time or a duration: of 64 bits in version 1, of 32 before.
    mutating func time(_ value: UInt64, version: UInt8) {
        unsigned(value, byteCount: version == 1 ? 8 : 4)
    }
}

extension ByteReader {
    /// The version and the flags that a box begins with; `nil` for a version after `latest`.
    mutating func versionAndFlags(latest: UInt8 = 0) -> (version: UInt8, flags: UInt32)? {
        guard let word = uint32(), word >> 24 <= latest else { return nil }
        return (UInt8(word >> 24), word & 0xFF_FFFF)
    }

    /// A time or a duration: of 64 bits in version 1, of 32 before.
    mutating func time(version: UInt8) -> UInt64? {
        unsigned(byteCount: version == 1 ? 8 : 4)
    }

    /// The entries of a table that begins with their number; `nil` where they are not all there.
    ///
    /// An entry takes `entrySize` bytes. No memory is set aside for more entries than there are bytes for.
    mutating func table<Entry>(
        entrySize: Int,
        _ entry: (inout ByteReader) -> Entry?
    ) -> [Entry]? {
        guard let count = uint32(), Int(count) <= rest.count / entrySize else { return nil }
        var entries: [Entry] = []
        entries.reserveCapacity(Int(count))
        for _ in 0..<count {
            guard let next = entry(&self) else { return nil }
            entries.append(next)
        }
        return entries
    }
}
