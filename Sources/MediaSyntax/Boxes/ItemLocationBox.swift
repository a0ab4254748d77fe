/// `iloc`: where the items of an image file lie (ISO/IEC 14496-12, 8.11.3), in version 0, as libavformat writes it: one length for
/// all numbers, and no base from which offsets are counted. It lies in `meta`.
package struct ItemLocationBox: BoxContent {
    package static let types: [BoxType] = ["iloc"]

    package struct Item: Hashable, Sendable {
        package var number: UInt16
        /// Which file it is in; 0 for this one.
        package var reference: UInt16
        /// Bytes of the file.
        package var extents: [Extent]
    }

    package struct Extent: Hashable, Sendable {
        package var offset: UInt32
        package var length: UInt32
    }

    package var items: [Item]
    /// In one number: offsets of four bytes, lengths of four, no base, nothing else.
    private static let sizes: UInt16 = 0x4400

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard reader.versionAndFlags() != nil, reader.uint16() == Self.sizes, let count = reader.uint16() else {
            return nil
        }
        items = []
        for _ in 0..<count {
            guard let number = reader.uint16(), let reference = reader.uint16(), let extents = reader.uint16() else {
                return nil
            }
            var item = Item(number: number, reference: reference, extents: [])
            for _ in 0..<extents {
                guard let offset = reader.uint32(), let length = reader.uint32() else { return nil }
                item.extents.append(Extent(offset: offset, length: length))
            }
            items.append(item)
        }
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("iloc") { writer in
            writer.uint16(Self.sizes)
            writer.uint16(UInt16(items.count))
            for item in items {
                writer.uint16(item.number)
                writer.uint16(item.reference)
                writer.uint16(UInt16(item.extents.count))
                for extent in item.extents {
                    writer.uint32(extent.offset)
                    writer.uint32(extent.length)
                }
            }
        }
    }
}
