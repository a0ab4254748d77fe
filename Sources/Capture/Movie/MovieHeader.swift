internal import MediaTime

/// Makes the header of a plain movie (ISO/IEC 14496-12, 8.2) from that of a fragmented one, which describes codecs and
/// carries metadata but knows of no samples.
struct MovieHeader {
    /// The fragmented movie's box `moov`.
    let fragmented: MovieBox
    let tracks: [UInt32: SampleIndex]
    /// The instant of the samples' time that the movie begins with.
    let start: RationalTime
    let chapters: [MovieChapter]
    /// Added to every chunk's place in the file.
    var displacement: Int64 = 0

    /// The box `moov`; `nil` where the fragmented one is not as we write it.
    ///
    /// - Complexity: O(number of samples).
    func bytes() -> [UInt8]? {
        guard let header = fragmented.child("mvhd").flatMap({ TimedBox($0, hasTrackID: false) }) else { return nil }
        let traks = fragmented.children.filter { $0.kind == "trak" }
            .compactMap { TrackHeader($0, tracks: tracks, start: start, movieTimescale: header.timescale) }
        let longest = traks.map(\.presentedDuration).max() ?? 0
        var writer = BoxWriter()
        writer.box("moov") { writer in
            header.write(duration: longest, into: &writer)
            for trak in traks { trak.write(displacement: displacement, into: &writer) }
            for box in fragmented.children where !["mvhd", "trak", "mvex", "udta"].contains(box.kind) {
                writer.box(box)
            }
            writeUserData(into: &writer)
        }
        return writer.bytes
    }

    private func writeUserData(into writer: inout BoxWriter) {
        let own = fragmented.child("udta")
        guard own != nil || !chapters.isEmpty else { return }
        writer.box("udta") { writer in
            if let own { writer.append(own.payload) }
            if !chapters.isEmpty { ChapterList(chapters: chapters).write(into: &writer) }
        }
    }
}

/// One track of the header.
private struct TrackHeader {
    let trak: MovieBox
    let header: TimedBox
    let media: TimedBox
    let index: SampleIndex
    let edits: EditList

    /// Ticks of the movie, from its start to the track's end.
    var presentedDuration: UInt64 { edits.duration }

    init?(_ trak: MovieBox, tracks: [UInt32: SampleIndex], start: RationalTime, movieTimescale: UInt32) {
        guard let header = trak.child("tkhd").flatMap({ TimedBox($0, hasTrackID: true) }),
            let media = trak.descendant("mdia", "mdhd").flatMap({ TimedBox($0, hasTrackID: false) }),
            let index = tracks[header.trackID], index.count > 0
        else { return nil }
        self.trak = trak
        self.header = header
        self.media = media
        self.index = index
        edits = EditList(index, timescale: media.timescale, start: start, movieTimescale: movieTimescale)
    }

    func write(displacement: Int64, into writer: inout BoxWriter) {
        writer.box("trak") { writer in
            header.write(duration: edits.duration, into: &writer)
            edits.write(into: &writer)
            for box in trak.children where box.kind != "tkhd" && box.kind != "edts" {
                if box.kind == "mdia" { write(media: box, displacement, into: &writer) } else { writer.box(box) }
            }
        }
    }

    private func write(media box: MovieBox, _ displacement: Int64, into writer: inout BoxWriter) {
        writer.box("mdia") { writer in
            media.write(duration: index.duration, into: &writer)
            for box in box.children where box.kind != "mdhd" {
                if box.kind == "minf" { write(information: box, displacement, into: &writer) } else { writer.box(box) }
            }
        }
    }

    private func write(information box: MovieBox, _ displacement: Int64, into writer: inout BoxWriter) {
        writer.box("minf") { writer in
            for box in box.children {
                guard box.kind == "stbl" else {
                    writer.box(box)
                    continue
                }
                writer.box("stbl") { writer in
                    if let description = box.child("stsd") { writer.box(description) }
                    SampleTable(index: index, displacement: displacement).write(into: &writer)
                }
            }
        }
    }
}

/// `mvhd`, `tkhd` or `mdhd`: they begin alike, with times in 32 or 64 bits.
private struct TimedBox {
    let kind: MovieBox.Kind
    private let flags: UInt32
    private let created: UInt64
    private let modified: UInt64
    /// Units of a second; 1 for `tkhd`, which has the movie's.
    let timescale: UInt32
    /// 0 but for `tkhd`.
    let trackID: UInt32
    private let hasTrackID: Bool
    private let rest: ArraySlice<UInt8>

    init?(_ box: MovieBox, hasTrackID: Bool) {
        var reader = ByteReader(box.payload)
        guard let word = reader.unsigned(4) else { return nil }
        let width = word >> 24 == 1 ? 8 : 4
        guard let created = reader.unsigned(width), let modified = reader.unsigned(width),
            let number = reader.unsigned(4)
        else { return nil }
        if hasTrackID { _ = reader.unsigned(4) }
        guard reader.unsigned(width) != nil else { return nil }
        kind = box.kind
        flags = UInt32(word & 0xFF_FFFF)
        (self.created, self.modified) = (created, modified)
        (timescale, trackID) = hasTrackID ? (1, UInt32(number)) : (UInt32(number), 0)
        self.hasTrackID = hasTrackID
        let used = 4 + 2 * width + 4 + (hasTrackID ? 4 : 0) + width
        rest = box.payload.dropFirst(used)
    }

    func write(duration: UInt64, into writer: inout BoxWriter) {
        writer.fullBox(kind, version: 1, flags: flags) { writer in
            writer.unsigned(created, bytes: 8)
            writer.unsigned(modified, bytes: 8)
            writer.unsigned(UInt64(hasTrackID ? trackID : timescale), bytes: 4)
            if hasTrackID { writer.unsigned(0, bytes: 4) }
            writer.unsigned(duration, bytes: 8)
            writer.append(rest)
        }
    }
}
