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
        let usual = try usualDurations(in: extends)
        var position: UInt64 = 0
        for _ in 0..<Self.searchLimit where searches.contains(where: { !$0.value.isOver }) {
            guard let box = try box(at: position) else { break }
            if box.type == "moof", let description = try read(box) {
                Self.search(description, usual, &searches)
            }
            position = box.range.upperBound
        }
        return searches.compactMapValues(\.found)
    }

    /// Takes the samples of a fragment.
    private static func search(
        _ description: MovieBox,
        _ usual: [UInt32: UInt32],
        _ searches: inout [UInt32: HiddenBeginningSearch]
    ) {
        for track in description.children where track.type == "traf" {
            guard let header: TrackFragmentHeaderBox = track.child(), var search = searches[header.trackID] else {
                continue
            }
            if let time: TrackFragmentTimeBox = track.child() { search.go(to: time.time) }
            let usual = header.duration ?? usual[header.trackID] ?? 0
            for case let run? in track.children.map({ $0.content() as TrackRunBox? }) {
                let isStated = run.fields.contains(.duration)
                for place in 0..<Int(run.sampleCount) {
                    if search.isOver { break }
                    // Of a run that says nothing of each sample, no sample is there.
                    let sample = place < run.samples.count ? run.samples[place] : TrackRunBox.Sample()
                    search.add(lasting: isStated ? sample.duration : usual, offset: sample.compositionOffset)
                }
            }
            searches[header.trackID] = search
        }
    }
}
