/// The first bytes of an element of EBML: what it is and how long it is (RFC 8794, 4 to 6).
package struct ElementHeader: Hashable, Sendable {
    package let id: ElementID
    /// Bytes of the header itself.
    package let headerSize: UInt64
    /// Bytes of what follows; `nil` where that is not known, as in a live stream.
    package let size: UInt64?

    /// The most bytes that a header takes.
    static let largestSize = 12

    /// Reads a header; `nil` where its bytes are not all there, or are no header.
    package init?(_ reader: inout ByteReader) {
        let before = reader.rest.count
        guard let idLength = Self.length(reader.rest.first, limit: 4),
            let id = reader.unsigned(byteCount: idLength),
            let sizeLength = Self.length(reader.rest.first, limit: 8),
            let stated = reader.unsigned(byteCount: sizeLength)
        else { return nil }
        self.id = ElementID(rawValue: UInt32(id))
        headerSize = UInt64(before - reader.rest.count)
        let mask = UInt64(1) << UInt64(7 * sizeLength) - 1
        size = stated & mask == mask ? nil : stated & mask
    }

    /// How many bytes a number has: one more than the zeros before its first one.
    private static func length(_ first: UInt8?, limit: Int) -> Int? {
        guard let first, first.leadingZeroBitCount < limit else { return nil }
        return first.leadingZeroBitCount + 1
    }
}
