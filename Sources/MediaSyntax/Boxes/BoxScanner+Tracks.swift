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
    /// A speed other than 1 at which the edit list plays a part of the track (``EditListBox/otherRate``); `nil` where there is none.
    package let otherRate: Double?
}

extension BoxScanner {
    /// The tracks of a movie, in the order of the file. One whose samples are not described is left out.
    package func tracks() throws(Failure) -> [TrackBoxes] {
        guard let movie = try first("moov") else { return [] }
        var movieTimescale: UInt32 = 0
        let isFragmented = try first("mvex", in: movie.content) != nil
        if !isFragmented, let place = try first("mvhd", in: movie.content),
            let header: TimescaleBox = try content(of: place)
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
            let list = try editList(of: track)
            let mediaHeader: TimescaleBox? = try first("mdia", "mdhd", in: track.content).flatMap {
                place throws(Failure) in try content(of: place)
            }
            found.append(
                TrackBoxes(
                    trackID: header.trackID,
                    handler: try handler(of: track),
                    samples: samples,
                    descriptionCount: isFragmented
                        ? samples.entries.count : try usedDescriptions(of: track) ?? samples.entries.count,
                    edits: list.flatMap {
                        TrackEdits($0, movieTimescale: movieTimescale, mediaDuration: mediaHeader?.duration)
                    },
                    otherRate: list?.otherRate
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

    private func editList(of track: LocatedBox) throws(Failure) -> EditListBox? {
        guard let place = try first("edts", "elst", in: track.content) else { return nil }
        return try content(of: place)
    }

    /// The first track of a movie in fragments that has no number which a fragment could name, counted from 0 in the order of
    /// the file; `nil` where there is none. For libavformat a number has 31 bits, and every version but 1 is 0.
    package func unnumberedTrack() throws(Failure) -> Int? {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) != nil else { return nil }
        for (index, track) in try boxes("trak", in: movie.content).enumerated() where try number(of: track) == nil {
            return index
        }
        return nil
    }

    private func number(of track: LocatedBox) throws(Failure) -> UInt32? {
        guard let header = try first("tkhd", in: track.content), let box = try read(header) else { return nil }
        var reader = ByteReader(box.payload)
        // Version and flags, and two times of 64 or 32 bits.
        guard let version = reader.uint8(), reader.bytes(version == 1 ? 19 : 11) != nil else { return nil }
        return reader.uint32().flatMap { $0 > Int32.max ? nil : $0 }
    }

    /// What kind of track it is; `nil` where it does not say.
    package func handler(of track: LocatedBox) throws(Failure) -> BoxType? {
        guard let place = try first("mdia", "hdlr", in: track.content), let box: HandlerBox = try content(of: place)
        else { return nil }
        return box.handler
    }
}
