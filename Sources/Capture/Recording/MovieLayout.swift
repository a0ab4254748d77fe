internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax

/// What a recording's file is made of: its container and tracks, before there is any of it.
struct MovieLayout: Sendable {
    /// The frame track first.
    var tracks: [Muxer.StreamDescription]
    private let container: Container
    private let format: ContainerFormat

    /// Times of frames are in units of a microsecond, as drivers count them.
    static let clockRate: Int32 = 1_000_000

    /// - Throws: ``CaptureError`` `.codec` where libavformat lacks the container; `.unsupported` for other endings.
    init(path: String, tracks: [Muxer.StreamDescription]) throws(CaptureError) {
        let container = try Self.container(forPath: path)
        guard let format = ContainerFormat(named: container.traits.muxer) else {
            throw CaptureError(.codec, "this libavformat cannot write \(container.rawValue)")
        }
        self.container = container
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
        try muxer.write(raw: header(of: muxer, metadata))
        return muxer
    }

    /// The box `moov` with other metadata.
    func header(metadata: [MetadataEntry]) throws(FFmpegError) -> MovieBox? {
        let muxer = try Muxer.unattached(format: format)
        return try MovieBox.list(in: header(of: muxer, metadata)[...]).first { $0.type == "moov" }
    }

    /// The boxes in front of the fragments, with what is to be stored under its key in the index.
    private func header(of muxer: borrowing Muxer, _ metadata: [MetadataEntry]) throws(FFmpegError) -> [UInt8] {
        let items = metadata.map { MetadataItem($0) }
        let own = MovieKeys.ofTheirOwn(items, in: container)
        for track in tracks { _ = try muxer.add(track) }
        muxer.set(metadata: items.filter { !own.contains($0) }.map(\.entry))
        var writer = ByteWriter()
        for box in MovieBox.list(in: try muxer.header(options: Self.options)[...]) {
            writer.box(box.type) { writer in
                writer.append(box.type == "moov" && hasUnstatedRange ? FullRange.stated(in: box) : box.payload)
                if box.type == "moov", !own.isEmpty { writer.append(MovieKeys.box(of: own).bytes) }
            }
        }
        return writer.bytes
    }

    /// Whether frames are of full range, and neither their codec nor the container says it by itself.
    private var hasUnstatedRange: Bool {
        guard let frames = tracks.first?.parameters else { return false }
        return ["ffv1", "rawvideo"].contains(frames.codecName) && frames.colour.range == "pc"
    }

    private static var options: [MetadataEntry] {
        [
            MetadataEntry(
                key: "movflags",
                // The first timestamp is where the track begins (frag_discont), and there is no index at the end to be written over.
                value: "empty_moov+default_base_moof+frag_custom+frag_discont+skip_trailer"
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
