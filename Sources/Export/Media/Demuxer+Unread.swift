internal import FFmpeg
internal import Files
internal import MediaSyntax

extension Demuxer {
    /// From now on payloads of a stream of video or audio are not read where the container's index says where they lie, and nobody has to
    /// look into them: they are parts of the file (``UnreadFile``), of which is read what somebody looks at. Elsewhere nothing changes.
    /// Packets of other streams are not wanted.
    ///
    /// With `copying`, payloads go to a muxer, and are read where it looks into them.
    func leavePayloads(of stream: StreamInfo, copying: Bool) throws(FFmpegError) {
        guard stream.kind == .video || stream.kind == .audio else { return }
        let units = NALUnits(stream.parameters)
        guard storesDecodingTimes, let file = UnreadFile(path: path, units: units),
            let tables = (try? Self.tables(ofTrack: stream.id, in: file)) ?? nil
        else { return }
        try leavePayloads(
            ofStream: stream.index,
            in: file,
            SampleTables(
                offsets: tables.offsets,
                dependencies: tables.dependencies,
                readsPayloads: copying && !Self.passesUnseen(stream.parameters, units)
            )
        )
    }

    /// Whether the muxers of MP4 and MOV take a packet of the codec as it is, behind the first ones. Of others they look for headers
    /// in it.
    private static func passesUnseen(_ parameters: CodecParameters, _ units: NALUnits?) -> Bool {
        guard let units else { return opaque.contains(parameters.codecName) }
        return units.framing != .startCodes
    }

    /// libav's names of codecs of which nothing is looked for. Of AAC only the first packet decides whether it has headers of its own
    /// (ADTS).
    private static let opaque: Set<String> = ["prores", "aac", "alac", "flac", "mp3", "opus"]

    /// What a movie says of a track's samples; `nil` for one in fragments, with several descriptions, and where it cannot be read.
    private static func tables(
        ofTrack id: Int,
        in file: UnreadFile
    ) throws(FileError) -> (offsets: [RunLength<Int32>], dependencies: [UInt8])? {
        let scanner = try BoxScanner(file: file.descriptor)
        guard let movie = try scanner.first("moov"), try scanner.first("mvex", in: movie.content) == nil else {
            return nil
        }
        for track in try scanner.boxes("trak", in: movie.content) {
            guard let place = try scanner.first("tkhd", in: track.content),
                let header: TrackHeaderBox = try scanner.content(of: place), Int(header.trackID) == id
            else { continue }
            guard let table = try scanner.first("mdia", "minf", "stbl", in: track.content),
                let chunksPlace = try scanner.first("stsc", in: table.content),
                let chunks: SampleToChunkBox = try scanner.content(of: chunksPlace),
                Set(chunks.entries.map(\.description)).count == 1
            else { return nil }
            let offsets: CompositionOffsetBox? = try Self.content("ctts", of: table, scanner)
            let dependencies: SampleDependencyBox? = try Self.content("sdtp", of: table, scanner)
            return (offsets?.runs ?? [], dependencies?.samples ?? [])
        }
        return nil
    }

    private static func content<Content: BoxContent>(
        _ type: BoxType,
        of table: LocatedBox,
        _ scanner: BoxScanner<FileError>
    ) throws(FileError) -> Content? {
        guard let place = try scanner.first(type, in: table.content) else { return nil }
        return try scanner.content(of: place)
    }
}
