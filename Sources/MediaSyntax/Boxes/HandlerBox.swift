/// `hdlr`: what kind of track it is (ISO/IEC 14496-12, 8.4.3).
package struct HandlerBox: BoxContent {
    package static let types: [BoxType] = ["hdlr"]

    /// A version, flags, and four bytes that are not used, or say in QuickTime which part of it the handler is of.
    private let head: ArraySlice<UInt8>
    /// `vide`, `soun`, `tmcd`, `auxv` for video that belongs to another track.
    package var handler: BoxType
    /// A name for people.
    private let rest: ArraySlice<UInt8>

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let head = reader.bytes(8), let handler = reader.uint32() else { return nil }
        (self.head, self.handler) = (head, BoxType(rawValue: handler))
        rest = reader.rest
    }

    package func write(into writer: inout ByteWriter) {
        writer.box("hdlr") { writer in
            writer.append(head)
            writer.uint32(handler.rawValue)
            writer.append(rest)
        }
    }
}
