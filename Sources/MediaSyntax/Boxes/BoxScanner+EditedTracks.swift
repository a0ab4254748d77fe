extension BoxScanner {
    /// The tracks whose edit lists begin where no sample does, and those of video whose lists begin with a pause or play more than there
    /// is, by their numbers. Audio is not among them: it may begin anywhere in a sample. A movie in fragments has none: its lists were written
    /// before its samples were known.
    package func editedTracks() throws(Failure) -> [UInt32: EditedTrack] {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) == nil,
            let place = try first("mvhd", in: movie.content), let header: TimescaleBox = try content(of: place)
        else { return [:] }
        var found: [UInt32: EditedTrack] = [:]
        for track in try boxes("trak", in: movie.content) {
            let handler = try handler(of: track)
            guard handler != "soun", let list: EditListBox = try content(at: "edts", "elst", of: track),
                let trackHeader: TrackHeaderBox = try content(at: "tkhd", of: track),
                let media: TimescaleBox = try content(at: "mdia", "mdhd", of: track)
            else { continue }
            guard
                let edits = TrackEdits(
                    list,
                    movieTimescale: header.timescale,
                    mediaTimescale: media.timescale,
                    mediaDuration: media.duration
                )
            else { continue }
            let begins = edits.onlyPart
            let endsElse =
                handler == "vide"
                && (edits.playsMore(thanSamplesOf: media.timescale) || begins.map { $0.pause > 0 } ?? false)
            guard endsElse || begins.map({ $0.start >= 0 }) ?? false,
                let steps: TimeToSampleBox = try content(at: "mdia", "minf", "stbl", "stts", of: track)
            else { continue }
            let offsets: CompositionOffsetBox? = try content(at: "mdia", "minf", "stbl", "ctts", of: track)
            let start = EditStart(edits, steps: steps.runs, offsets: offsets?.runs ?? [])
            let last = endsElse ? steps.runs.last { $0.count > 0 }?.value ?? 0 : 0
            let reachesLast = last > 0 && edits.playsLastSample(lasting: last, of: media.timescale)
            let end =
                reachesLast
                ? EditEnd(lastStep: last, instant: edits.end, movieTimescale: header.timescale) : nil
            if start != nil || end != nil { found[trackHeader.trackID] = EditedTrack(start: start, end: end) }
        }
        return found
    }
}
