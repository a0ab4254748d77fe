/// A box of an ISO base media file (ISO/IEC 14496-12, 4.2), or QuickTime's atom, in memory.
///
/// Boxes lie in each other. This type goes one level down at a time, and only where it is asked to: however deep a
/// hostile file nests its boxes, no more levels are read than a path has.
package struct MovieBox: Hashable, Sendable {
    package let type: BoxType
    /// What is in it, without its header.
    package let payload: ArraySlice<UInt8>

    package init(type: BoxType, payload: ArraySlice<UInt8>) {
        self.type = type
        self.payload = payload
    }

    /// The boxes that lie one after the other, up to the first that is not whole.
    ///
    /// - Complexity: O(number of boxes). They share the bytes.
    package static func list(in bytes: ArraySlice<UInt8>) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var rest = bytes
        while true {
            var reader = ByteReader(rest)
            guard let header = BoxHeader(&reader), let size = header.size(within: UInt64(rest.count)),
                let payload = reader.bytes(Int(size - header.headerSize))
            else { return boxes }
            boxes.append(MovieBox(type: header.type, payload: payload))
            rest = reader.rest
        }
    }

    /// The boxes in this one.
    package var children: [MovieBox] { MovieBox.list(in: payload) }

    /// The first box of a type in this one.
    package func child(_ type: BoxType) -> MovieBox? { children.first { $0.type == type } }

    /// The box at the end of a path from this one.
    package func descendant(_ path: BoxType...) -> MovieBox? {
        path.reduce(Optional(self)) { $0?.child($1) }
    }
}
