internal import MediaSyntax

/// Says in a movie's header that samples are of full range.
///
/// libavformat writes a track's colours into QuickTime files as `nclc`, which has no word for the range; so samples of full range would be
/// taken for such of limited range. `nclx` (ISO/IEC 14496-12, 12.1.5) is the same with one, and libavformat reads it in such files, too.
enum FullRange {
    /// A box with all that lies in it, of which the first track of the movie is of full range.
    ///
    /// - Parameter movie: the box `moov`.
    /// - Returns: its payload.
    static func stated(in movie: MovieBox) -> ArraySlice<UInt8> { rewritten(movie.payload, along: path[...]) }

    /// From the movie to the entries that say how a track is coded.
    private static let path: [BoxType] = ["trak", "mdia", "minf", "stbl", "stsd"]
    /// What stands before the entries, and before the boxes of an entry of video, in bytes.
    private static let (countSize, entrySize) = (8, 78)

    private static func rewritten(_ payload: ArraySlice<UInt8>, along path: ArraySlice<BoxType>) -> ArraySlice<UInt8> {
        guard let next = path.first else { return entries(payload) }
        return mapped(payload, first: next) { rewritten($0, along: path.dropFirst()) }
    }

    private static func entries(_ payload: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let entries = payload.dropFirst(countSize)
        guard let type = MovieBox.list(in: entries).first?.type else { return payload }
        return payload.prefix(countSize)
            + mapped(entries, first: type) { entry in
                entry.prefix(entrySize) + mapped(entry.dropFirst(entrySize), first: "colr", extended)
            }
    }

    /// Primaries, transfer and matrix have two bytes each in both.
    private static func extended(_ colours: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard colours.count == 10, colours.starts(with: Array("nclc".utf8)) else { return colours }
        return Array("nclx".utf8) + colours.dropFirst(4) + [0x80]
    }

    /// Boxes of which the first one of a type has another payload.
    private static func mapped(
        _ boxes: ArraySlice<UInt8>,
        first type: BoxType,
        _ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>
    ) -> ArraySlice<UInt8> {
        var writer = ByteWriter()
        var isChanged = false
        for box in MovieBox.list(in: boxes) {
            writer.box(box.type) { $0.append(box.type == type && !isChanged ? change(box.payload) : box.payload) }
            isChanged = isChanged || box.type == type
        }
        return writer.bytes[...]
    }
}
