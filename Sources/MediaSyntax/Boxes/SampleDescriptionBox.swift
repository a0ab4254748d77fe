/// `stsd`: how the samples of a track are coded (ISO/IEC 14496-12, 8.5.2).
package struct SampleDescriptionBox: BoxContent {
    package static let types: [BoxType] = ["stsd"]

    package var version: UInt8
    package var flags: UInt32
    /// How many entries there are said to be.
    package var count: UInt32
    /// The entries, and what follows them.
    private let rest: ArraySlice<UInt8>

    package init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        // Version 1 only changes how audio entries are read (ISO/IEC 14496-12, 12.2.3).
        guard let (version, flags) = reader.versionAndFlags(latest: 1), let count = reader.uint32() else { return nil }
        (self.version, self.flags, self.count) = (version, flags, count)
        rest = reader.rest
    }

    package func write(into writer: inout ByteWriter) {
        writer.fullBox("stsd", version: version, flags: flags) { writer in
            writer.uint32(count)
            writer.append(rest)
        }
    }

    /// One for each way of coding. Its type is the four-character code of the codec.
    package var entries: ArraySlice<MovieBox> { MovieBox.list(in: rest).prefix(Int(count)) }

    /// Whether samples are encrypted: by common encryption (ISO/IEC 23001-7), or as the iTunes Store did.
    package var isEncrypted: Bool { entries.contains { Self.encrypted.contains($0.type) } }

    /// What an entry's type becomes where its samples are encrypted: that of video, audio, text, systems, metadata, others.
    private static let encrypted: Set<BoxType> = [
        "encv", "enca", "enct", "encs", "encm", "encu", "encp", "encf", "drmi", "drms",
    ]

    /// How samples of PCM lie in memory, where the track has such (ISO/IEC 23003-5); `nil` for other codecs.
    package var pcm: PCMConfigurationBox? {
        guard let entry = entries.first, entry.type == "ipcm" || entry.type == "fpcm",
            entry.payload.count > Self.audioEntrySize
        else { return nil }
        return MovieBox(type: entry.type, payload: entry.payload.dropFirst(Self.audioEntrySize)).child()
    }

    /// What is cropped of frames of a track of video, by its first description; `nil` where nothing is.
    package var crop: CroppedEdges? {
        guard let entry = entries.first, entry.payload.count > Self.videoEntrySize else { return nil }
        var reader = ByteReader(entry.payload.dropFirst(Self.videoSizeOffset))
        guard let width = reader.uint16(), let height = reader.uint16() else { return nil }
        let boxes = MovieBox.list(in: entry.payload.dropFirst(Self.videoEntrySize))
        return boxes.first { $0.type == "clap" }
            .flatMap { CleanApertureBox($0.payload, ofWidth: Int(width), height: Int(height)) }?.edges
    }

    /// What a track of video says of frames for two eyes or of all around, by its first description, in boxes as they stand: their layout and
    /// projection (`st3d` and `sv3d`, Google's Spherical Video V2), and Apple's extended usage (`vexu`), with the field of view (`hfov`) and
    /// the parameter sets of the second eye (`lhvC`, ISO/IEC 14496-15, 9.5.3).
    package var viewBoxes: [MovieBox] {
        guard let entry = entries.first, entry.payload.count > Self.videoEntrySize else { return [] }
        return MovieBox.list(in: entry.payload.dropFirst(Self.videoEntrySize)).filter { Self.ofViews.contains($0.type) }
    }

    private static let ofViews: Set<BoxType> = ["st3d", "sv3d", "vexu", "hfov", "lhvC"]

    /// What an entry of video says before the boxes in it, and where in that its width and height begin, in bytes.
    private static let (videoEntrySize, videoSizeOffset) = (78, 24)
    /// What an audio entry says before the boxes in it, in bytes.
    private static let audioEntrySize = 28
}
