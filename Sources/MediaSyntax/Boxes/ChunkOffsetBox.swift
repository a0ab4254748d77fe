/// `stco` or `co64`: where each chunk begins (ISO/IEC 14496-12, 8.7.5).
package struct ChunkOffsetBox: BoxContent {
    package static let types: [BoxType] = ["stco", "co64"]

    /// Whether offsets have 64 bits (`co64`), not 32 (`stco`).
    package var isLong: Bool
    /// Bytes from the beginning of the file.
    package var offsets: [UInt64]

    package init(offsets: [UInt64]) {
        isLong = true
        self.offsets = offsets
    }

    package init?(_ box: MovieBox) {
        let isLong = box.type == "co64"
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil,
            let offsets = reader.table(
                entrySize: isLong ? 8 : 4,
                { $0.unsigned(byteCount: isLong ? 8 : 4) }
            )
        else { return nil }
        self.isLong = isLong
        self.offsets = offsets
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox(isLong ? "co64" : "stco") { writer in
            writer.uint32(UInt32(offsets.count))
            for offset in offsets { writer.unsigned(offset, byteCount: isLong ? 8 : 4) }
        }
    }
}
