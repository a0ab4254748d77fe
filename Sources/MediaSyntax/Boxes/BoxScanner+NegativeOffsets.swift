extension BoxScanner {
    /// The tracks of video of a movie whose samples lie in fragments that have samples which are presented before they are decoded, by the numbers
    /// of tracks.
    ///
    /// - Complexity: O(size of the first fragment's description) where its first sample is presented later than it is decoded, else O(size of all
    ///   descriptions), each a read, and a read for every other box up to there.
    package func negativeOffsets() throws(Failure) -> [UInt32: NegativeOffsets] {
        guard let movie = try first("moov"), let extends = try first("mvex", in: movie.content),
            let place = try first("mvhd", in: movie.content), let header: TimescaleBox = try content(of: place)
        else { return [:] }
        var searches: [UInt32: NegativeOffsetSearch] = [:]
        for track in try boxes("trak", in: movie.content) {
            guard try handler(of: track) == "vide",
                let trackHeader: TrackHeaderBox = try content(at: "tkhd", of: track),
                let media: TimescaleBox = try content(at: "mdia", "mdhd", of: track)
            else { continue }
            let own: TimeToSampleBox? = try content(at: "mdia", "minf", "stbl", "stts", of: track)
            // Of samples in the movie's own tables libavformat knows it before it reads fragments.
            guard own?.runs.isEmpty ?? true else { continue }
            let list: EditListBox? = try content(at: "edts", "elst", of: track)
            let edits = list.flatMap {
                TrackEdits($0, movieTimescale: header.timescale, mediaTimescale: media.timescale)
            }
            let start = edits?.lead(of: media.timescale) ?? 0
            searches[trackHeader.trackID] = NegativeOffsetSearch(startingAt: start)
        }
        if searches.isEmpty { return [:] }
        try forEachFragmentTrack(extends) { number, track in
            searches[number]?.add(track)
            return searches.contains { !$0.value.isOver }
        }
        return searches.compactMapValues(\.found)
    }
}
