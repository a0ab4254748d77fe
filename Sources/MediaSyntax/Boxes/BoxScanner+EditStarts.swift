extension BoxScanner {
    /// Where edit lists begin in the midst of a frame, by the numbers of tracks of video. A movie in fragments has none: its lists were
    /// written before its samples were known.
    package func editStarts() throws(Failure) -> [UInt32: EditStart] {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) == nil,
            let place = try first("mvhd", in: movie.content), let header: TimescaleBox = try content(of: place)
        else { return [:] }
        var found: [UInt32: EditStart] = [:]
        for track in try boxes("trak", in: movie.content) {
            guard try handler(of: track) == "vide", let list: EditListBox = try content("edts", "elst", of: track),
                list.entries.contains(where: { $0.mediaTime > 0 }),
                let trackHeader: TrackHeaderBox = try content("tkhd", of: track),
                let steps: TimeToSampleBox = try content("mdia", "minf", "stbl", "stts", of: track)
            else { continue }
            let offsets: CompositionOffsetBox? = try content("mdia", "minf", "stbl", "ctts", of: track)
            found[trackHeader.trackID] = EditStart(
                list,
                movieTimescale: header.timescale,
                steps: steps.runs,
                offsets: offsets?.runs ?? []
            )
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
