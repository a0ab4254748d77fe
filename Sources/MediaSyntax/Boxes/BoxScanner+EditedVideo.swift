extension BoxScanner {
    /// The tracks of video whose edit lists begin in the midst of a frame or with a pause, or play more than there is, by their numbers. A
    /// movie in fragments has none: its lists were written before its samples were known.
    package func editedVideo() throws(Failure) -> [UInt32: EditedVideo] {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) == nil,
            let place = try first("mvhd", in: movie.content), let header: TimescaleBox = try content(of: place)
        else { return [:] }
        var found: [UInt32: EditedVideo] = [:]
        for track in try boxes("trak", in: movie.content) {
            guard try handler(of: track) == "vide", let list: EditListBox = try content("edts", "elst", of: track),
                let trackHeader: TrackHeaderBox = try content("tkhd", of: track),
                let media: TimescaleBox = try content("mdia", "mdhd", of: track)
            else { continue }
            guard
                let edits = TrackEdits(list, movieTimescale: header.timescale, mediaDuration: media.duration)
            else { continue }
            let begins = edits.onlyPart
            let endsElse = edits.playsMore(thanSamplesOf: media.timescale) || begins.map { $0.pause > 0 } ?? false
            guard endsElse || begins.map({ $0.start > 0 }) ?? false,
                let steps: TimeToSampleBox = try content("mdia", "minf", "stbl", "stts", of: track)
            else { continue }
            let offsets: CompositionOffsetBox? = try content("mdia", "minf", "stbl", "ctts", of: track)
            let start = EditStart(edits, steps: steps.runs, offsets: offsets?.runs ?? [])
            let last = endsElse ? steps.runs.last { $0.count > 0 }?.value ?? 0 : 0
            let reachesLast = last > 0 && edits.playsLastSample(lasting: last, of: media.timescale)
            let end =
                reachesLast
                ? EditEnd(lastStep: last, instant: edits.end, movieTimescale: header.timescale) : nil
            if start != nil || end != nil { found[trackHeader.trackID] = EditedVideo(start: start, end: end) }
        }
        return found
    }

    private func content<Content: BoxContent>(_ path: BoxType..., of track: LocatedBox) throws(Failure) -> Content? {
        var box = track
        for type in path {
            guard let next = try first(type, in: box.content) else { return nil }
            box = next
        }
        return try content(of: box)
    }
}
