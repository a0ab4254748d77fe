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
        let usual = try usualDurations(in: extends)
        var position: UInt64 = 0
        for _ in 0..<Self.searchLimit where searches.contains(where: { !$0.value.isOver }) {
            guard let box = try box(at: position) else { break }
            if box.type == "moof", let description = try read(box) {
                Self.search(description, at: box.content.lowerBound, usual, &searches)
            }
            position = box.range.upperBound
        }
        return searches.compactMapValues(\.found)
    }

    /// Takes the samples of a fragment, the content of whose description begins at a place of the file.
    private static func search(
        _ description: MovieBox,
        at position: UInt64,
        _ usual: [UInt32: UInt32],
        _ searches: inout [UInt32: NegativeOffsetSearch]
    ) {
        for track in description.children where track.type == "traf" {
            guard let header: TrackFragmentHeaderBox = track.child(), searches[header.trackID]?.isOver == false else {
                continue
            }
            var time = (track.child() as TrackFragmentTimeBox?)?.time
            for child in track.children {
                guard let box: TrackRunBox = child.content() else { continue }
                let run = NegativeOffsetSearch.Run(
                    box: box,
                    position: position + UInt64(child.payload.startIndex - description.payload.startIndex),
                    usual: header.duration ?? usual[header.trackID] ?? 0
                )
                searches[header.trackID]?.add(run, from: time)
                // The next one follows it.
                time = nil
            }
        }
    }
}
