internal import Files
internal import MediaSyntax
internal import MediaTime

/// Shortens the edit lists of a finished MP4 or MOV, so that nothing is presented after the out point: neither frames
/// that are there only because others refer to them, nor the rest of the last frame. libavformat's muxer hides what
/// comes before the first frame, but nothing at the end.
struct MovieEditLists {
    private let descriptor: Int32

    /// Where the presentation of a track ends.
    struct End {
        /// The target instant.
        let instant: RationalTime
        /// When its last frame begins, in ticks of the track; `nil` where there is none, or where that does not matter.
        let lastFrame: Int64?
    }

    /// Of an open file.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Ends the presentation of tracks at target instants, each rounded to the nearest tick of the movie. The tracks are
    /// named by their place in the file, counted from 0. A timecode track, which the muxer adds by itself, ends with the video.
    ///
    /// A last frame that begins less than a tick of its track before the end is shown for a tick: players count what an edit list shows
    /// in those, and would show one frame less than was planned.
    func end(_ ends: [Int: End], video: RationalTime?) throws(ExportError) {
        guard !ends.isEmpty || video != nil else { return }
        do {
            try shorten(BoxScanner(file: descriptor), ends, video)
        } catch let error as FileError {
            throw ExportError(error.isFull ? .noSpace : .writing, "cannot write the edit list: \(error.reason)")
        } catch {
            throw ExportError(.fault, "\(error)")
        }
    }

    private func shorten(
        _ movie: BoxScanner<FileError>,
        _ ends: [Int: End],
        _ videoEnd: RationalTime?
    ) throws {
        guard let index = try movie.first("moov"), let place = try movie.first("mvhd", in: index.content),
            var header: TimescaleBox = try movie.content(of: place), let timescale = Int32(exactly: header.timescale)
        else { throw ExportError(.fault, "the finished movie has no index") }
        header.duration = 0
        for (number, track) in try movie.boxes("trak", in: index.content).enumerated() {
            guard let place = try movie.first("tkhd", in: track.content),
                var trackHeader: TrackHeaderBox = try movie.content(of: place)
            else { continue }
            if let end = ends[number], let edits = try movie.first("edts", in: track.content),
                let listPlace = try movie.first("elst", in: edits.content),
                var list: EditListBox = try movie.content(of: listPlace),
                let duration = list.end(
                    at: max(Self.ticks(end.instant, timescale), try leastTicks(end, of: track, in: movie, timescale))
                )
            {
                trackHeader.duration = duration
                try replace(listPlace, with: list)
                try replace(place, with: trackHeader)
            } else if let videoEnd, try movie.handler(of: track) == "tmcd",
                let code = try MovieTimecode(track, of: movie, end: videoEnd, Self.ticks(videoEnd, timescale))
            {
                trackHeader.duration = code.duration
                try replace(place, with: trackHeader)
                for (place, content) in code.boxes { try replace(place, with: content) }
            }
            header.duration = max(header.duration, trackHeader.duration)
        }
        try replace(place, with: header)
    }

    /// How many ticks of the movie are presented at least, so that the last frame is shown.
    private func leastTicks(
        _ end: End,
        of track: LocatedBox,
        in movie: BoxScanner<FileError>,
        _ movieTimescale: Int32
    ) throws -> UInt64 {
        guard let lastFrame = end.lastFrame, let place = try movie.first("mdia", "mdhd", in: track.content),
            let header: TimescaleBox = try movie.content(of: place), let timescale = Int32(exactly: header.timescale),
            let shown = RationalTime(ticks: lastFrame + 1, unitNumerator: 1, unitDenominator: timescale)
        else { return 0 }
        return UInt64(max(0, try shown.ticks(over: movieTimescale, rounding: .up)))
    }

    /// To the nearest tick; as many as there can be where the instant is too late to count.
    static func ticks(_ instant: RationalTime, _ timescale: Int32) -> UInt64 {
        UInt64(max(0, (try? instant.ticks(over: timescale, rounding: .nearest)) ?? .max))
    }

    /// Writes what a box says over what it said. Both have the same length.
    private func replace(_ box: LocatedBox, with content: some BoxContent) throws(FileError) {
        try FileBytes.write(Array(content.payload), to: descriptor, at: box.content.lowerBound)
    }
}
