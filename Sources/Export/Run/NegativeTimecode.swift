internal import FFmpeg
internal import Files
internal import MediaFormats
internal import MediaSyntax

/// Timecodes before midnight in a movie. libavformat takes the sign for that of the hours alone, and leaves it out of what it writes: it is given
/// them without one, and the finished movie says it.
struct NegativeTimecode {
    /// The places in the file of the tracks that have one.
    private let tracks: [Int]

    /// Of tracks in the order of the file, by their metadata; `nil` where none has one.
    init?(of tracks: [[MetadataItem]]) {
        self.tracks = tracks.indices.filter { tracks[$0].contains { Self.unsigned($0.key, $0.value) != nil } }
        if self.tracks.isEmpty { return nil }
    }

    /// What the muxer is told of a track.
    static func withoutSign(_ description: Muxer.StreamDescription) -> Muxer.StreamDescription {
        var result = description
        result.metadata = description.metadata.map { entry in
            unsigned(entry.key, entry.value).map { MetadataEntry(key: entry.key, value: $0) } ?? entry
        }
        return result
    }

    /// The timecode without its sign; `nil` for one that is not before midnight, and for all else that is said of a track.
    private static func unsigned(_ key: String, _ value: String) -> String? {
        guard key.lowercased() == StartTimecode.key, let code = Timecode(stated: value), code.isNegative else {
            return nil
        }
        return String(value.dropFirst())
    }

    /// Makes the numbers of the tracks of timecode those of frames before midnight, and says that they are such.
    func write(to descriptor: Int32) throws(ExportError) {
        try FinishedFile.writing("the timecode") { () throws(FileError) in
            let movie = try BoxScanner(file: descriptor)
            guard let index = try movie.first("moov") else { return false }
            let all = try movie.boxes("trak", in: index.content)
            var numbers: Set<UInt32> = []
            for place in tracks where all.indices.contains(place) {
                numbers.formUnion(try movie.timecodes(countingFramesOf: all[place]))
            }
            var written = 0
            for track in all where try movie.handler(of: track) == "tmcd" {
                guard let place = try movie.first("tkhd", in: track.content),
                    let header: TrackHeaderBox = try movie.content(of: place), numbers.contains(header.trackID)
                else { continue }
                guard try write(track, of: movie, descriptor) else { return false }
                written += 1
            }
            return written > 0 && written == numbers.count
        }
    }

    /// Whether the track has what is to be changed.
    private func write(
        _ track: LocatedBox,
        of movie: BoxScanner<FileError>,
        _ descriptor: Int32
    ) throws(FileError) -> Bool {
        guard let entries = try movie.first("mdia", "minf", "stbl", "stsd", in: track.content),
            let tables = try movie.first("mdia", "minf", "stbl", in: track.content)
        else { return false }
        var chunks: ChunkOffsetBox?
        for type in ChunkOffsetBox.types {
            guard let place = try movie.first(type, in: tables.content) else { continue }
            chunks = try movie.content(of: place)
        }
        guard let sample = chunks?.offsets.first else { return false }
        // Behind the table's head, a header of an entry, reserved bytes, the number of the data reference, and reserved bytes again.
        try change(at: entries.content.lowerBound + 8 + 8 + 12, descriptor) { $0 | Self.allowed }
        try change(at: sample, descriptor) { 0 &- Int32(bitPattern: $0).magnitude }
        return true
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
