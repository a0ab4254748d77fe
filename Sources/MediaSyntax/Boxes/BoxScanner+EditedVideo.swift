extension BoxScanner {
    /// The tracks of video whose edit lists begin in the midst of a frame or play more than there is, by their numbers. A movie in fragments
    /// has none: its lists were written before its samples were known.
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
            let isOverlong = list.playsMore(than: media, movieTimescale: header.timescale)
            guard isOverlong || list.entries.contains(where: { $0.mediaTime > 0 }),
                let steps: TimeToSampleBox = try content("mdia", "minf", "stbl", "stts", of: track)
            else { continue }
            let offsets: CompositionOffsetBox? = try content("mdia", "minf", "stbl", "ctts", of: track)
            let start = EditStart(
                list,
                movieTimescale: header.timescale,
                steps: steps.runs,
                offsets: offsets?.runs ?? []
            )
            let lastStep = isOverlong ? steps.runs.last { $0.count > 0 }?.value : nil
            if start != nil || lastStep != nil {
                found[trackHeader.trackID] = EditedVideo(start: start, lastStep: lastStep)
            }
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

extension EditListBox {
    /// Whether the last part that is played ends behind the end of the track.
    fileprivate func playsMore(than media: TimescaleBox, movieTimescale: UInt32) -> Bool {
        guard let part = entries.last(where: { $0.mediaTime != -1 }), part.mediaTime >= 0, movieTimescale > 0 else {
            return false
        }
        let left = Int128(media.duration) - Int128(part.mediaTime)
        return Int128(part.duration) * Int128(media.timescale) > left * Int128(movieTimescale)
    }
}
