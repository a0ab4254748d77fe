internal import MediaSyntax
internal import MediaTime

/// Makes the header of a plain movie (ISO/IEC 14496-12, 8.2) from that of a fragmented one, which describes codecs and
/// carries metadata but knows of no samples.
struct MovieHeader {
    /// The fragmented movie's box `moov`.
    let fragmented: MovieBox
    let tracks: [UInt32: SampleIndex]
    /// The instant of the samples' time that the movie begins with.
    let start: RationalTime
    /// The instant at which another movie goes on; `nil` where none does.
    var turn: RationalTime?
    let chapters: [MovieChapter]

    /// The box `moov`; `nil` where the fragmented one is not as we write it.
    ///
    /// - Complexity: O(number of samples).
    func bytes() -> [UInt8]? {
        guard var header: TimescaleBox = fragmented.child() else { return nil }
        let traks = fragmented.children.filter { $0.type == "trak" }
            .compactMap { TrackHeader($0, tracks: tracks, start: start, turn: turn, movieTimescale: header.timescale) }
        header.version = 1
        header.duration = traks.map(\.duration).max() ?? 0
        var writer = ByteWriter()
        writer.box("moov") { writer in
            header.write(into: &writer)
            for trak in traks { trak.write(into: &writer) }
            for box in fragmented.children where !["mvhd", "trak", "mvex", "udta"].contains(box.type) {
                writer.box(box)
            }
            writeUserData(into: &writer)
        }
        return writer.bytes
    }

    private func writeUserData(into writer: inout ByteWriter) {
        let own = fragmented.child("udta")
        guard own != nil || !chapters.isEmpty else { return }
        writer.box("udta") { writer in
            if let own { writer.append(own.payload) }
            if !chapters.isEmpty { ChapterListBox(chapters).write(into: &writer) }
        }
    }
}

/// One track of the header.
private struct TrackHeader {
    private let trak: MovieBox
    private let header: TrackHeaderBox
    private let media: TimescaleBox
    private let index: SampleIndex
    private let presentation: TrackPresentation

    /// From the movie's start to the track's end, in ticks of the movie.
    var duration: UInt64 { presentation.duration }

    init?(
        _ trak: MovieBox,
        tracks: [UInt32: SampleIndex],
        start: RationalTime,
        turn: RationalTime?,
        movieTimescale: UInt32
    ) {
        guard var header: TrackHeaderBox = trak.child(), var media: TimescaleBox = trak.child("mdia")?.child(),
            media.timescale > 0, let index = tracks[header.trackID], index.count > 0
        else { return nil }
        presentation = TrackPresentation(
            index,
            timescale: media.timescale,
            start: start,
            turn: turn,
            movieTimescale: movieTimescale
        )
        (header.version, header.duration) = (1, presentation.duration)
        (media.version, media.duration) = (1, index.duration)
        self.trak = trak
        self.header = header
        self.media = media
        self.index = index
    }

    func write(into writer: inout ByteWriter) {
        writer.box("trak") { writer in
            header.write(into: &writer)
            presentation.write(into: &writer)
            for box in trak.children where box.type != "tkhd" && box.type != "edts" {
                if box.type == "mdia" { write(media: box, into: &writer) } else { writer.box(box) }
            }
        }
    }

    private func write(media box: MovieBox, into writer: inout ByteWriter) {
        writer.box("mdia") { writer in
            media.write(into: &writer)
            for box in box.children where box.type != "mdhd" {
                if box.type == "minf" { write(information: box, into: &writer) } else { writer.box(box) }
            }
        }
    }

    private func write(information box: MovieBox, into writer: inout ByteWriter) {
        writer.box("minf") { writer in
            for box in box.children {
                guard box.type == "stbl" else {
                    writer.box(box)
                    continue
                }
                writer.box("stbl") { writer in
                    if let description = box.child("stsd") { writer.box(description) }
                    SampleTable(index: index).write(into: &writer)
                }
            }
        }
    }
}
