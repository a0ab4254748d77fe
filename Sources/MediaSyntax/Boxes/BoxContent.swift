/// What boxes of one type say. Reading and writing it stand in one place.
///
/// What is written again as it was read has the same bytes, except for a size of 64 bits that needs only 32.
package protocol BoxContent: Hashable, Sendable {
    /// The types of boxes that say this.
    static var types: [BoxType] { get }

    /// Reads a box of one of the types; `nil` where it is cut short, or of a version that is not known.
    init?(_ box: MovieBox)

    /// Writes the box with its header.
    func write(into writer: inout ByteWriter)
}

extension BoxContent {
    /// The box without its header.
    package var payload: ArraySlice<UInt8> {
        var writer = ByteWriter()
        write(into: &writer)
        return writer.bytes.dropFirst(8)
    }
}

extension MovieBox {
    /// What the box says; `nil` where it is of another type, or cannot be read.
    package func content<Content: BoxContent>(_: Content.Type = Content.self) -> Content? {
        Content.types.contains(type) ? Content(self) : nil
    }

    /// What the first box in this one says that is of one of the content's types.
    package func child<Content: BoxContent>(_: Content.Type = Content.self) -> Content? {
        children.first { Content.types.contains($0.type) }?.content()
    }
}
