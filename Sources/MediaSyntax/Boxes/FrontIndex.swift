/// The index of a movie (`moov`) in front of its media, where players find it before they have all of a file ("fast start").
package struct FrontIndex {
    /// The index, with the places that its media have behind it.
    package let bytes: [UInt8]

    /// The boxes on the way to the tables of places.
    private static let outer: Set<BoxType> = ["moov", "trak", "mdia", "minf", "stbl"]

    /// The index of a movie whose media move towards the end by as much as the index takes. Tables of places get 64 bits where
    /// they need them then. `nil` where a table cannot be read.
    ///
    /// - Parameter index: A `moov` behind its media, or between them.
    package init?(_ index: MovieBox) {
        guard let short = Self.moved(index, by: 0, isLong: false) else { return nil }
        if let bytes = Self.moved(index, by: UInt64(short.count), isLong: false) {
            self.bytes = bytes
            return
        }
        guard let long = Self.moved(index, by: 0, isLong: true),
            let bytes = Self.moved(index, by: UInt64(long.count), isLong: true)
        else { return nil }
        self.bytes = bytes
    }

    /// `nil` where a place does not fit into its table.
    private static func moved(_ index: MovieBox, by distance: UInt64, isLong: Bool) -> [UInt8]? {
        var writer = ByteWriter()
        return write(index, into: &writer, movedBy: distance, isLong: isLong) ? writer.bytes : nil
    }

    private static func write(
        _ box: MovieBox,
        into writer: inout ByteWriter,
        movedBy distance: UInt64,
        isLong: Bool
    ) -> Bool {
        if ChunkOffsetBox.types.contains(box.type) {
            guard var places: ChunkOffsetBox = box.content() else { return false }
            places.isLong = places.isLong || isLong
            let most = places.isLong ? UInt64.max : UInt64(UInt32.max)
            guard places.offsets.allSatisfy({ $0 <= most - distance }) else { return false }
            places.offsets = places.offsets.map { $0 + distance }
            places.write(into: &writer)
            return true
        }
        guard outer.contains(box.type) else {
            writer.box(box)
            return true
        }
        let children = box.children
        guard children.last?.payload.endIndex ?? box.payload.startIndex == box.payload.endIndex else { return false }
        var isWhole = true
        writer.box(box.type) { writer in
            isWhole = children.allSatisfy { write($0, into: &writer, movedBy: distance, isLong: isLong) }
        }
        return isWhole
    }
}
