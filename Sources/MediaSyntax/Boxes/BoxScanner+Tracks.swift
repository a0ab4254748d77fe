/// What a movie says of one of its tracks.
package struct TrackBoxes: Hashable, Sendable {
    /// Counted from 1.
    package let trackID: UInt32
    /// What kind of track it is (`hdlr`): `vide`, `soun`, `auxv` for video that belongs to another track.
    package let handler: BoxType?
    package let samples: SampleDescriptionBox
    /// How many of the descriptions its samples use; in a fragmented movie, where each fragment says it, how many there are.
    package let descriptionCount: Int
    /// `nil` where there is no edit list, and in a fragmented movie, whose list was written before its length was known.
    package let edits: TrackEdits?
}

extension BoxScanner {
    /// The tracks of a movie, in the order of the file. One whose samples are not described is left out.
    package func tracks() throws(Failure) -> [TrackBoxes] {
        guard let movie = try first("moov") else { return [] }
        var movieTimescale: UInt32 = 0
        let isFragmented = try first("mvex", in: movie.content) != nil
        if !isFragmented, let place = try first("mvhd", in: movie.content),
            let header: MovieHeaderBox = try content(of: place)
        {
            movieTimescale = header.timescale
        }
        var found: [TrackBoxes] = []
        for track in try boxes("trak", in: movie.content) {
            guard let place = try first("tkhd", in: track.content),
                let header: TrackHeaderBox = try content(of: place),
                let table = try first("mdia", "minf", "stbl", "stsd", in: track.content),
                let samples: SampleDescriptionBox = try content(of: table)
            else { continue }
            found.append(
                TrackBoxes(
                    trackID: header.trackID,
                    handler: try handler(of: track),
                    samples: samples,
                    descriptionCount: isFragmented
                        ? samples.entries.count : try usedDescriptions(of: track) ?? samples.entries.count,
                    edits: try edits(of: track, movieTimescale: movieTimescale)
                )
            )
        }
        return found
    }

    /// How many sample descriptions the chunks of a track use; `nil` where nothing says it.
    private func usedDescriptions(of track: LocatedBox) throws(Failure) -> Int? {
        guard let place = try first("mdia", "minf", "stbl", "stsc", in: track.content),
            let chunks: SampleToChunkBox = try content(of: place)
        else { return nil }
        return Set(chunks.entries.map(\.description)).count
    }

    private func edits(of track: LocatedBox, movieTimescale: UInt32) throws(Failure) -> TrackEdits? {
        guard let place = try first("edts", "elst", in: track.content), let list: EditListBox = try content(of: place)
        else { return nil }
        return TrackEdits(list, movieTimescale: movieTimescale)
    }

    /// What kind of track it is; `nil` where it does not say.
    package func handler(of track: LocatedBox) throws(Failure) -> BoxType? {
        guard let place = try first("mdia", "hdlr", in: track.content), let box: HandlerBox = try content(of: place)
        else { return nil }
        return box.handler
    }
}
