/// Reads the sizes of RIFF files (WAV, AVI), of those with 64 bits (RF64), and of AIFF.
package struct ChunkScanner<Failure: Error> {
    private let source: ByteSource<Failure>

    /// So many chunks of a file are looked at.
    private static var searchLimit: Int { 1 << 16 }

    package init(_ source: ByteSource<Failure>) { self.source = source }

    /// The first bytes of a chunk.
    private struct Header {
        let type: BoxType
        /// Bytes of what follows, without what fills it up to an even number.
        let size: UInt64
    }

    /// How many bytes the file should have at least, where that is more than it has: by the size of a chunk. `nil` where
    /// nothing says that the file is cut short.
    ///
    /// - Complexity: O(number of chunks), each a read.
    package func statedSize() throws(Failure) -> UInt64? {
        guard let first = try header(at: 0, isBigEndian: false) else { return nil }
        switch first.type {
        case "RIFF", "RF64", "BW64":
            let kind = try type(at: 8)
            if kind == "WAVE" { return try statedSizeOfWave() }
            return try statedSizeOfRows()
        case "FORM":
            guard let form = try header(at: 0, isBigEndian: true), form.size > 0, form.size < 0xFFFF_FFFF else {
                return nil
            }
            return missing(8 + form.size)
        default:
            return nil
        }
    }

    /// A file of more than a gigabyte is a row of lists (OpenDML).
    private func statedSizeOfRows() throws(Failure) -> UInt64? {
        var position: UInt64 = 0
        for _ in 0..<Self.searchLimit {
            guard let list = try header(at: position, isBigEndian: false), list.type == "RIFF", Self.isStated(list.size)
            else { return nil }
            let end = position + 8 + list.size
            if end > source.count { return end }
            position = end + end % 2
        }
        return nil
    }

    /// The size of the samples counts: writers that cannot go back leave the file's own size unset.
    private func statedSizeOfWave() throws(Failure) -> UInt64? {
        var position: UInt64 = 12
        var long: UInt64?
        for _ in 0..<Self.searchLimit {
            guard let chunk = try header(at: position, isBigEndian: false) else { return nil }
            if chunk.type == "ds64", chunk.size >= 16,
                let bytes = try source.bytes(position + 16..<position + 24, limit: 8)
            {
                var reader = ByteReader(bytes)
                long = reader.littleEndian(byteCount: 8)
            }
            if chunk.type == "data" {
                let size = chunk.size == 0xFFFF_FFFF ? long ?? 0 : chunk.size
                guard chunk.size == 0xFFFF_FFFF || Self.isStated(size), size > 0 else { return nil }
                let end = (position + 8).addingReportingOverflow(size)
                return missing(end.overflow ? .max : end.partialValue)
            }
            position += 8 + chunk.size + chunk.size % 2
        }
        return nil
    }

    private func missing(_ end: UInt64) -> UInt64? { end > source.count ? end : nil }

    /// Whether a size is one. Programs that write into a pipe put in its place 0, or the most that 32 bits or a signed number
    /// of 32 bits can say, less some headers.
    private static func isStated(_ size: UInt64) -> Bool {
        size > 0 && size < 0xFFFF_FF00 && !(0x7FFF_F000...0x8000_0100).contains(size)
    }

    private func type(at position: UInt64) throws(Failure) -> BoxType? {
        guard let bytes = try source.bytes(position..<position + 4, limit: 4) else { return nil }
        var reader = ByteReader(bytes)
        return reader.uint32().map(BoxType.init)
    }

    private func header(at position: UInt64, isBigEndian: Bool) throws(Failure) -> Header? {
        guard position < source.count, let bytes = try source.bytes(position..<position + 8, limit: 8) else {
            return nil
        }
        var reader = ByteReader(bytes)
        guard let type = reader.uint32(),
            let size = isBigEndian ? reader.unsigned(byteCount: 4) : reader.littleEndian(byteCount: 4)
        else { return nil }
        return Header(type: BoxType(rawValue: type), size: size)
    }
}
