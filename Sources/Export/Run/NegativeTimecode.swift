internal import Files
internal import MediaSyntax

/// A timecode before midnight in a finished movie: libavformat leaves out its sign.
struct NegativeTimecode {
    /// `nil` for one that is not before midnight.
    init?(_ code: String) {
        guard let code = Timecode(stated: code), code.isNegative else { return nil }
    }

    /// Makes the numbers of the track of timecode those of frames before midnight, and says that they are such.
    func write(to descriptor: Int32) throws(ExportError) {
        do throws(FileError) {
            let movie = try BoxScanner(file: descriptor)
            guard let index = try movie.first("moov") else { return }
            for track in try movie.boxes("trak", in: index.content) where try movie.handler(of: track) == "tmcd" {
                try write(track, of: movie, descriptor)
            }
        } catch {
            throw ExportError(error.isFull ? .noSpace : .writing, "cannot write the timecode: \(error.reason)")
        }
    }

    private func write(
        _ track: LocatedBox,
        of movie: BoxScanner<FileError>,
        _ descriptor: Int32
    ) throws(FileError) {
        guard let entries = try movie.first("mdia", "minf", "stbl", "stsd", in: track.content),
            let tables = try movie.first("mdia", "minf", "stbl", in: track.content)
        else { return }
        var chunks: ChunkOffsetBox?
        for type in ChunkOffsetBox.types {
            guard let place = try movie.first(type, in: tables.content) else { continue }
            chunks = try movie.content(of: place)
        }
        guard let sample = chunks?.offsets.first else { return }
        // Behind the table's head, a header of an entry, reserved bytes, the number of the data reference, and reserved bytes again.
        try change(at: entries.content.lowerBound + 8 + 8 + 12, descriptor) { $0 | Self.allowed }
        try change(at: sample, descriptor) { UInt32(bitPattern: 0 &- Int32(bitPattern: $0)) }
    }

    private func change(at place: UInt64, _ descriptor: Int32, _ change: (UInt32) -> UInt32) throws(FileError) {
        var reader = ByteReader(try FileBytes.read(descriptor, at: place, count: 4)[...])
        guard let word = reader.uint32() else { return }
        var writer = ByteWriter()
        writer.uint32(change(word))
        try FileBytes.write(writer.bytes, to: descriptor, at: place)
    }

    /// That numbers below zero are those of frames before midnight (QuickTime File Format, "Timecode sample description").
    private static let allowed: UInt32 = 4
}
