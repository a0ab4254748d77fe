/// The first bytes of a box: its size and its type (ISO/IEC 14496-12, 4.2.2).
package struct BoxHeader: Hashable, Sendable {
    package let type: BoxType
    /// Bytes of the header itself: 8, or 16 where the size has 64 bits.
    package let headerSize: UInt64
    /// Bytes of the whole box; `nil` where the box reaches to the end of what it lies in.
    package let size: UInt64?

    /// The most bytes that a header takes.
    static let largestSize = 16
    /// The shortest header, in bytes.
    static let smallestSize: UInt64 = 8

    /// Reads a header; `nil` where its bytes are not all there, where the size is smaller than the header, and for
    /// eight zeros, which are space that nothing was written to.
    package init?(_ reader: inout ByteReader) {
        guard let short = reader.uint32(), let type = reader.uint32(), short > 0 || type > 0 else { return nil }
        self.type = BoxType(rawValue: type)
        switch short {
        case 0:
            (headerSize, size) = (8, nil)
        case 1:
            guard let long = reader.uint64() else { return nil }
            (headerSize, size) = (16, long)
        default:
            (headerSize, size) = (8, UInt64(short))
        }
        if let size, size < headerSize { return nil }
    }

    /// Bytes of the whole box; `nil` where it is longer than the bytes that there are from its beginning on.
    func size(within available: UInt64) -> UInt64? {
        let size = size ?? available
        return size <= available && size >= headerSize ? size : nil
    }
}

extension ByteWriter {
    /// A header whose size has 32 bits. The size is that of the whole box, of which the header takes 8 bytes.
    package mutating func boxHeader(_ type: BoxType, size: UInt32) {
        uint32(size)
        uint32(type.rawValue)
    }

    /// A header whose size has 64 bits. The size is that of the whole box, of which the header takes 16 bytes.
    package mutating func longBoxHeader(_ type: BoxType, size: UInt64) {
        uint32(1)
        uint32(type.rawValue)
        uint64(size)
    }
}
