internal import Files
internal import MediaSyntax
internal import MediaTime

/// Reads the index of a finished MP4 or MOV: only that, and none of its frames.
struct MovieOutput {
    private let scanner: BoxScanner<FileError>

    /// Of an open file.
    init(descriptor: Int32) throws(FileError) { scanner = try BoxScanner(file: descriptor) }

    /// The tracks of video and audio, in the order of the file; `nil` where there is no index that can be read.
    ///
    /// - Complexity: O(number of frames).
    func tracks() throws(FileError) -> [OutputTrack]? {
        guard let place = try scanner.first("moov"), let movie = try scanner.read(place),
            let header: TimescaleBox = movie.child(), let timescale = Int32(exactly: header.timescale), timescale > 0
        else { return nil }
        var tracks: [OutputTrack] = []
        for box in movie.children where box.type == "trak" {
            guard let media = box.child("mdia"), let handler: HandlerBox = media.child(), let kind = handler.kind else {
                continue
            }
            guard let track = Self.track(box, media, kind, movieTimescale: timescale) else { return nil }
            tracks.append(track)
        }
        return tracks
    }

    private static func track(
        _ box: MovieBox,
        _ media: MovieBox,
        _ kind: MediaTrack.Kind,
        movieTimescale: Int32
    ) -> OutputTrack? {
        guard let header: TimescaleBox = media.child(), let timescale = Int32(exactly: header.timescale),
            timescale > 0,
            let table = media.descendant("minf", "stbl"), let steps: TimeToSampleBox = table.child(),
            let sizes: SampleSizeBox = table.child(), let edit = MovieEdit(box, timescale, movieTimescale)
        else { return nil }
        let total = steps.runs.reduce(into: (count: Int64(0), ticks: Int64(0))) { total, run in
            total.count += Int64(run.count)
            total.ticks += Int64(run.count) * Int64(run.value)
        }
        guard total.count == sizes.count else { return nil }
        let tick = RationalTime(1, timescale)
        var track = OutputTrack(
            kind: kind,
            packets: total.count,
            tick: tick,
            tolerance: (try? tick + RationalTime(1, movieTimescale)) ?? tick
        )
        var mediaEnd: Int64? = edit.offset + total.ticks - edit.mediaStart
        if kind == .video {
            let offsets: CompositionOffsetBox? = table.child()
            let samples = presented(steps, offsets?.runs ?? [], edit)
            track.presented = samples.instants
            // How long a frame is decoded that is presented last says nothing of how long it is presented, where frames are reordered.
            let isReordered = Set((offsets?.runs ?? []).lazy.map(\.value)).count > 1
            mediaEnd = isReordered ? nil : [mediaEnd, samples.end].compactMap(\.self).max()
            track.waits = (offsets?.runs ?? []).contains { $0.value.magnitude >= 1 << 28 }
            track.start = track.presented.min().flatMap {
                RationalTime(ticks: $0, unitNumerator: 1, unitDenominator: timescale)
            }
            guard let places = SamplePlaces(table, sizes) else { return nil }
            let sync: SyncSampleBox? = table.child()
            track.keyFrames = sync.map { $0.samples.compactMap { places[Int($0) - 1] } } ?? places.all
        } else if total.count > 0 {
            track.firstPacket = edit.origin
            track.start = RationalTime(ticks: edit.offset, unitNumerator: 1, unitDenominator: timescale)
        }
        // Where the samples end, so does what is shown, whatever the edit list says.
        let end = mediaEnd ?? (edit.end == nil ? edit.offset + total.ticks : nil)
        let samplesEnd = end.flatMap { RationalTime(ticks: $0, unitNumerator: 1, unitDenominator: timescale) }
        track.end = [edit.end, samplesEnd].compactMap(\.self).min()
        track.endsWithSample = mediaEnd != nil
        return track
    }

    /// When the samples are presented that the edit list leaves in, and when the last of them ends, in ticks of the track.
    private static func presented(
        _ steps: TimeToSampleBox,
        _ offsets: [RunLength<Int32>],
        _ edit: MovieEdit
    ) -> (instants: [Int64], end: Int64?) {
        var presented: [Int64] = []
        var end: Int64?
        var decoding: Int64 = 0
        var (run, left) = (0, offsets.first?.count ?? 0)
        for step in steps.runs {
            for _ in 0..<step.count {
                while left == 0, run + 1 < offsets.count {
                    run += 1
                    left = offsets[run].count
                }
                var instant = decoding
                if left > 0 {
                    instant += Int64(offsets[run].value)
                    left -= 1
                }
                if let shown = edit.presentation(of: instant) {
                    presented.append(shown)
                    end = max(end ?? shown, shown + Int64(step.value))
                }
                decoding += Int64(step.value)
            }
        }
        return (presented, end)
    }
}

extension SampleSizeBox {
    fileprivate var count: Int64 {
        switch sizes {
        case .same(_, let count): Int64(count)
        case .each(let sizes): Int64(sizes.count)
        }
    }
}

extension HandlerBox {
    /// The kind of the track; `nil` for other kinds than video and audio.
    fileprivate var kind: MediaTrack.Kind? {
        switch handler {
        case "vide", "pict": .video
        case "soun": .audio
        default: nil
        }
    }
}
