extension BoxScanner {
    /// What edit lists hide of video and audio of a movie whose samples lie in fragments, by the numbers of tracks.
    ///
    /// - Complexity: O(size of the descriptions of fragments up to those in which the tracks are presented), each a read, and a read for every
    ///   other box up to there.
    package func hiddenBeginnings() throws(Failure) -> [UInt32: HiddenBeginning] {
        guard let movie = try first("moov"), let extends = try first("mvex", in: movie.content),
            let place = try first("mvhd", in: movie.content), let header: TimescaleBox = try content(of: place)
        else { return [:] }
        var searches: [UInt32: HiddenBeginningSearch] = [:]
        for track in try boxes("trak", in: movie.content) {
            let handler = try handler(of: track)
            guard handler == "vide" || handler == "soun",
                let list: EditListBox = try content(at: "edts", "elst", of: track),
                let trackHeader: TrackHeaderBox = try content(at: "tkhd", of: track),
                let media: TimescaleBox = try content(at: "mdia", "mdhd", of: track)
            else { continue }
            let own: TimeToSampleBox? = try content(at: "mdia", "minf", "stbl", "stts", of: track)
            // To samples in the movie's own tables libavformat applies the list itself.
            guard own?.runs.isEmpty ?? true,
                let edits = TrackEdits(list, movieTimescale: header.timescale, mediaTimescale: media.timescale)
            else { continue }
            searches[trackHeader.trackID] = HiddenBeginningSearch(edits)
        }
        if searches.isEmpty { return [:] }
        try forEachFragmentTrack(extends) { number, track in
            searches[number]?.add(track)
            return searches.contains { !$0.value.isOver }
        }
        return searches.compactMapValues(\.found)
    }
}
