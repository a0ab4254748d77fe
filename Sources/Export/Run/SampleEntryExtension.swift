internal import Files
internal import MediaSyntax

/// Adds boxes to the sample descriptions of a finished movie. libavformat writes the configuration of Dolby Vision, and what is said of frames
/// for two eyes or of all around, into MP4 only.
struct SampleEntryExtension {
    private let descriptor: Int32

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Adds a box at the end of a track's first sample entry. The track is named by its place in the file, counted from 0.
    ///
    /// - Throws: `ExportError`, also where the file has no such entry, and where the movie's index is not the last box: then what it says of places
    ///   would become wrong.
    func add(_ box: MovieBox, toTrack number: Int) throws(ExportError) {
        try FinishedFile.writing("the sample description's '\(box.type)'") { () throws(FileError) in
            var writer = ByteWriter()
            writer.box(box)
            return try add(writer.bytes, toTrack: number, of: BoxScanner(file: descriptor))
        }
    }

    /// Whether the index takes it.
    private func add(
        _ bytes: [UInt8],
        toTrack number: Int,
        of movie: BoxScanner<FileError>
    ) throws(FileError) -> Bool {
        let finished = try MovieIndex(descriptor: descriptor)
        guard let index = finished.box else { return false }
        let tracks = try movie.boxes("trak", in: index.content)
        guard number < tracks.count else { return false }
        var path = [index, tracks[number]]
        for type in ["mdia", "minf", "stbl", "stsd"] as [BoxType] {
            guard let box = try movie.first(type, in: path[path.count - 1].content) else { return false }
            path.append(box)
        }
        // A version, flags and the number of entries stand before the first entry.
        let table = path[path.count - 1].content
        guard table.count > 8, let entry = try movie.box(at: table.lowerBound + 8, before: table.upperBound) else {
            return false
        }
        return try finished.add(bytes, to: path + [entry])
    }
}
