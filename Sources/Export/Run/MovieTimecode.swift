internal import Files
internal import MediaSyntax
internal import MediaTime

/// A timecode track of a finished movie, made as long as the presentation. libavformat's muxer makes it as long as all frames
/// of the video, hidden ones included.
struct MovieTimecode {
    /// Of the presentation, in ticks of the movie's timescale.
    let duration: UInt64
    /// The boxes of the track that change, each with what it is to say.
    private(set) var boxes: [(place: LocatedBox, content: any BoxContent)] = []

    /// `nil` where the track is not as the muxer makes it: one sample. The presentation ends at `end` (target time), which is
    /// `duration` in ticks of the movie's timescale.
    init?(
        _ track: LocatedBox,
        of movie: BoxScanner<FileError>,
        end: RationalTime,
        _ duration: UInt64
    ) throws(FileError) {
        self.duration = duration
        guard let mediaPlace = try movie.first("mdia", "mdhd", in: track.content),
            var media: TimescaleBox = try movie.content(of: mediaPlace),
            let timesPlace = try movie.first("mdia", "minf", "stbl", "stts", in: track.content),
            var times: TimeToSampleBox = try movie.content(of: timesPlace), times.runs.count == 1,
            times.runs[0].count == 1, let timescale = Int32(exactly: media.timescale),
            let length = UInt32(exactly: MovieEditLists.ticks(end, timescale)), length > 0
        else { return nil }
        media.duration = UInt64(length)
        times.runs[0] = RunLength(count: 1, value: length)
        boxes = [(mediaPlace, media), (timesPlace, times)]
        guard let place = try movie.first("edts", "elst", in: track.content),
            var list: EditListBox = try movie.content(of: place)
        else { return }
        guard list.entries.count == 1 else { return nil }
        list.entries[0].duration = duration
        list.entries[0].mediaTime = 0
        boxes.append((place, list))
    }
}
