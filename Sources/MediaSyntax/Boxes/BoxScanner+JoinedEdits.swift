extension BoxScanner {
    /// The edit lists of a movie that say in several entries what one says, and what they would say then (`EditListBox.joined`),
    /// with free space behind.
    ///
    /// - Returns: In the order of the file; none of a movie in fragments.
    /// - Throws: What reading throws.
    package func joinedEdits() throws(Failure) -> [ByteChange] {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) == nil,
            let header: TimescaleBox = try content(at: "mvhd", of: movie)
        else { return [] }
        var changes: [ByteChange] = []
        for track in try boxes("trak", in: movie.content) {
            guard let place = try first("edts", "elst", in: track.content), !place.isOpenEnded,
                let list: EditListBox = try content(of: place), list.entries.count > 1,
                let media: TimescaleBox = try content(at: "mdia", "mdhd", of: track)
            else { continue }
            let joined = list.joined(movie: header.timescale, media: media.timescale)
            guard joined.entries.count < list.entries.count else { continue }
            var writer = ByteWriter()
            joined.write(into: &writer)
            let rest = place.range.upperBound - place.range.lowerBound - UInt64(writer.bytes.count)
            if rest > 0 { writer.freeSpace(byteCount: Int(rest)) }
            changes.append(ByteChange(position: place.range.lowerBound, bytes: writer.bytes))
        }
        return changes
    }
}
