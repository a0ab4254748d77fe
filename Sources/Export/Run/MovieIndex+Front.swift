internal import Files
internal import MediaSyntax

extension MovieIndex {
    /// Moves the index of a finished MP4 or MOV to the beginning of the file, behind what says which kind of file it is. All else keeps its
    /// order. Nothing can be added to it any more.
    ///
    /// - Complexity: O(size of the file); the memory is that of the index, twice, and of what lies behind it.
    static func moveToFront(in descriptor: Int32) throws(ExportError) {
        let isMoved: Bool
        do throws(FileError) {
            isMoved = try move(in: descriptor)
        } catch {
            throw ExportError(error.isFull ? .noSpace : .writing, "cannot move the index to the front: \(error.reason)")
        }
        guard isMoved else { throw ExportError(.fault, "the finished movie's index cannot be moved to the front") }
    }

    private static func move(in descriptor: Int32) throws(FileError) -> Bool {
        let movie = try BoxScanner(file: descriptor)
        let start = try movie.box(at: 0).map { $0.type == "ftyp" ? $0.range.upperBound : 0 } ?? 0
        guard let place = try movie.first("moov") else { return false }
        guard place.range.lowerBound > start else { return true }
        guard let index = try movie.read(place), let moved = FrontIndex(index)?.bytes else { return false }
        let rest = try FileBytes.read(
            descriptor,
            at: place.range.upperBound,
            count: Int(movie.whole.upperBound - place.range.upperBound)
        )
        try FileBytes.moveTail(of: descriptor, from: start, by: UInt64(moved.count))
        try FileBytes.write(moved, to: descriptor, at: start)
        let end = place.range.lowerBound + UInt64(moved.count)
        try FileBytes.write(rest, to: descriptor, at: end)
        try FileBytes.truncate(descriptor, to: end + UInt64(rest.count))
        return true
    }
}
