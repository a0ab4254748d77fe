internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// What a recording's file is made of: its container and tracks, before there is any of it.
struct MovieLayout: Sendable {
    /// The frame track first.
    var tracks: [Muxer.StreamDescription]
    private let format: ContainerFormat

    /// Times of frames are in units of a microsecond, as drivers count them.
    static let clockRate: Int32 = 1_000_000

    /// - Throws: ``CaptureError`` `.codec` where libavformat lacks the container; `.unsupported` for other endings.
    init(path: String, tracks: [Muxer.StreamDescription]) throws(CaptureError) {
        let container = try Self.container(forPath: path)
        guard let format = ContainerFormat(named: container.traits.muxer) else {
            throw CaptureError(.codec, "this libavformat cannot write \(container.rawValue)")
        }
        self.format = format
        self.tracks = tracks
    }

    /// The container for a file name.
    static func container(forPath path: String) throws(CaptureError) -> Container {
        guard let container = Container(forPath: path), container.traits.takesRecordings else {
            throw CaptureError(.unsupported, "recordings are mp4 or mov files, and \(path) is neither")
        }
        return container
    }

    /// Begins a movie with its header; fragments are cut where ``Muxer/flush()`` says.
    func create(_ sink: MuxerSink, name: String, metadata: [MetadataEntry]) throws(FFmpegError) -> Muxer {
        let muxer = try Muxer.create(sink, format: format, name: name)
        for track in tracks { _ = try muxer.add(track) }
        muxer.set(metadata: metadata)
        try muxer.writeHeader(options: Self.options)
        return muxer
    }

    /// The box `moov` with other metadata.
    func header(metadata: [MetadataEntry]) throws(FFmpegError) -> MovieBox? {
        let muxer = try Muxer.unattached(format: format)
        for track in tracks { _ = try muxer.add(track) }
        muxer.set(metadata: metadata)
        return MovieBox.list(in: try muxer.header(options: Self.options)[...]).first { $0.type == "moov" }
    }

    private static var options: [MetadataEntry] {
        [
            MetadataEntry(
                key: "movflags",
                // The first timestamp is where the track begins (frag_discont), metadata under any key are written, and
                // there is no index at the end to be written over.
                value: "empty_moov+default_base_moof+frag_custom+frag_discont+use_metadata_tags+skip_trailer"
            ),
            MetadataEntry(key: "use_editlist", value: "0"),
            // Without edit lists it would move the first timestamp of all tracks to zero.
            MetadataEntry(key: "avoid_negative_ts", value: "disabled"),
            MetadataEntry(key: "movie_timescale", value: "\(clockRate)"),
            MetadataEntry(key: "write_tmcd", value: "0"),
            MetadataEntry(key: "strict", value: "experimental"),
        ]
    }
}
