/// `meta` with the handler `mdta`: what a movie or a track says of itself under keys of any name, as cameras write it (Apple, QuickTime File
/// Format, "Metadata atoms and types"). It lies in the index (`moov`), or in what that says of the track (`trak`).
package struct MovieKeysBox: Hashable, Sendable {
    /// What is said under a key.
    package struct Item: Hashable, Sendable {
        package let key: String
        package let value: Value

        package init(key: String, value: Value) { (self.key, self.value) = (key, value) }
    }

    /// In one of the well-known types.
    package enum Value: Hashable, Sendable {
        /// In UTF-8.
        case text(String)
        /// In decimal digits, stored in a way of its own. `count` is how many bytes it takes where that is free.
        case number(String, MetadataNumber, count: Int)
        /// In another type, by the specification's number of it, as it is stored: an image, a point.
        case stored(type: UInt32, [UInt8])
    }

    package let items: [Item]
    /// The specification's number of that type.
    static let text: UInt32 = 1

    /// Keys may stand several times.
    package init(_ items: [Item]) { self.items = items }

    /// The box. Phones write it into MP4 as QuickTime has it, without the version and flags that ISO/IEC 14496-12 has in front, and
    /// readers look for that.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.box("meta") { writer in
            writer.fullBox("hdlr") { writer in
                writer.uint32(0)
                writer.uint32(BoxType("mdta").rawValue)
                // Reserved, and a name that is empty.
                writer.zeros(13)
            }
            writer.fullBox("keys") { writer in
                writer.uint32(UInt32(items.count))
                for item in items { writer.box("mdta") { $0.append(item.key.utf8) } }
            }
            // Each item is a box whose type is the number of its key, counted from 1.
            writer.box("ilst") { writer in
                for (index, item) in items.enumerated() {
                    writer.box(BoxType(rawValue: UInt32(index + 1))) {
                        $0.box("data") { Self.write(item.value, into: &$0) }
                    }
                }
            }
        }
        return writer.bytes
    }

    /// The type, a locale of zero, which is every one, and the value. A number that its type cannot hold is a text.
    private static func write(_ value: Value, into writer: inout ByteWriter) {
        switch value {
        case .text(let text):
            writer.uint32(Self.text)
            writer.uint32(0)
            writer.append(text.utf8)
        case .number(let text, let type, let count):
            guard let bytes = type.bytes(of: text, count: count) else { return write(.text(text), into: &writer) }
            writer.uint32(type.rawValue)
            writer.uint32(0)
            writer.append(bytes)
        case .stored(let type, let bytes):
            writer.uint32(type)
            writer.uint32(0)
            writer.append(bytes)
        }
    }
}
