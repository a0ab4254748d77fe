internal import CFFmpeg
internal import MediaSyntax
internal import PathNames

/// Writes a container.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct Muxer: ~Copyable, @unchecked Sendable {
    /// What the container must know of a stream.
    package struct StreamDescription: Sendable {
        package var parameters: CodecParameters
        /// The unit that timestamps should have. The container may choose another: ``Muxer/timeBase(ofStream:)``.
        package var timeBase: TimeBase
        /// The rate, where it is constant, or `nil`. Matroska's default duration is computed from it.
        package var frameRate: TimeBase?
        package var sampleAspectRatio: TimeBase?
        package var metadata: [MetadataEntry]
        package var disposition: Disposition
        package var sideData: [StreamSideData]

        package init(
            parameters: CodecParameters,
            timeBase: TimeBase,
            frameRate: TimeBase? = nil,
            sampleAspectRatio: TimeBase? = nil,
            metadata: [MetadataEntry] = [],
            disposition: Disposition = [],
            sideData: [StreamSideData] = []
        ) {
            self.parameters = parameters
            self.timeBase = timeBase
            self.frameRate = frameRate
            self.sampleAspectRatio = sampleAspectRatio
            self.metadata = metadata
            self.disposition = disposition
            self.sideData = sideData
        }
    }

    package let path: String
    package let format: ContainerFormat
    private let output: OutputContext
    var context: UnsafeMutablePointer<AVFormatContext> { unsafe output.pointer }

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: The file that is written.
    ///   - format: The container.
    ///   - name: What errors call the file; `nil` for its path.
    /// - Returns: A muxer without streams.
    /// - Throws: ``FFmpegError``.
    package static func create(
        path: String,
        format: ContainerFormat,
        name: String? = nil
    ) throws(FFmpegError) -> Muxer {
        FFmpegLog.install()
        let output = try OutputContext(format: format, url: "file:" + path)
        // The file is new and empty. If it were truncated, ext4 would write all of it to the disk before it is closed.
        var options = OptionDictionary([MetadataEntry(key: "truncate", value: "0")])
        let code = unsafe avio_open2(
            &output.pointer.pointee.pb,
            ("file:" + path).pathBytes,
            AVIO_FLAG_WRITE,
            nil,
            &options.pointer
        )
        try check(code, "create", name ?? path)
        return Muxer(path: name ?? path, format: format, output: output)
    }

    /// Makes a container whose bytes go to a sink. `name` is what errors call it.
    package static func create(
        _ sink: MuxerSink,
        format: ContainerFormat,
        name: String
    ) throws(FFmpegError) -> Muxer {
        FFmpegLog.install()
        let output = try OutputContext(format: format, url: "")
        try output.open(sink)
        return Muxer(path: name, format: format, output: output)
    }

    /// Makes a container whose bytes go to a file, with payloads that are parts of an ``UnreadFile``. `name` is what errors
    /// call it.
    package static func create(
        _ file: any MuxerFile,
        format: ContainerFormat,
        name: String
    ) throws(FFmpegError) -> Muxer {
        FFmpegLog.install()
        let output = try OutputContext(format: format, url: "")
        try output.open(file)
        return Muxer(path: name, format: format, output: output)
    }

    init(path: String, format: ContainerFormat, output: consuming OutputContext) {
        self.path = path
        self.format = format
        self.output = output
    }

    /// Adds a stream, and returns its index. Must be called before the header is written.
    package func add(_ description: StreamDescription) throws(FFmpegError) -> Int {
        let stream = try unsafe allocated(avformat_new_stream(context, nil), "a stream")
        let parameters = try unsafe allocated(stream.pointee.codecpar, "codec parameters")
        try check(
            unsafe avcodec_parameters_copy(parameters, description.parameters.pointer),
            "add a stream to",
            path
        )
        // The four-character code may be that of another container. It is kept only if this one uses it for the same codec.
        if unsafe !format.accepts(tag: parameters.pointee.codec_tag, of: parameters.pointee.codec_id) {
            unsafe parameters.pointee.codec_tag = 0
        }
        if takesHVC1(description.parameters) { unsafe parameters.pointee.codec_tag = Self.hvc1 }
        if subtractsLeadIn, let samples = OpusHeader(description.parameters)?.leadIn {
            // The muxer states it as if it counted samples of 48 kHz, and encoders count at their own rate.
            unsafe parameters.pointee.initial_padding = Int32(samples)
        }
        unsafe stream.pointee.time_base = description.timeBase.rational
        if let rate = description.frameRate {
            unsafe stream.pointee.avg_frame_rate = rate.rational
            unsafe stream.pointee.r_frame_rate = rate.rational
        }
        if let ratio = description.sampleAspectRatio {
            // The codec's headers may state another one. Players take the container's.
            unsafe stream.pointee.sample_aspect_ratio = ratio.rational
            unsafe parameters.pointee.sample_aspect_ratio = ratio.rational
        }
        unsafe OptionDictionary.assign(description.metadata, to: &stream.pointee.metadata)
        unsafe stream.pointee.disposition = description.disposition.rawValue
        for item in description.sideData {
            guard
                let bytes = unsafe av_stream_new_side_data(
                    stream,
                    AVPacketSideDataType(item.type),
                    item.bytes.count
                )
            else { continue }
            for (offset, byte) in item.bytes.enumerated() { unsafe bytes[offset] = byte }
        }
        return Int(unsafe stream.pointee.index)
    }

    /// HEVC has two codes in MP4 and MOV. Apple's players know this one, which says that the header has the parameter sets.
    private static let hvc1: UInt32 = "hvc1".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }

    /// Whether a stream is HEVC, the container takes it under that code, and the header does have them. Dolby Vision's codes
    /// stay.
    private func takesHVC1(_ parameters: CodecParameters) -> Bool {
        let isDolbyVision = parameters.fourCC?.hasPrefix("dv") ?? false
        return parameters.codecName == NALCodec.hevc.rawValue && !isDolbyVision
            && ["mp4", "mov"].contains(format.name) && NALCodec.hevc.hasParameterSets(in: parameters.extradata)
    }

    /// Sets the chapters. Must be called before the header is written, or, for Matroska, before the trailer is.
    package func set(chapters: [ChapterInfo]) {
        guard !chapters.isEmpty else { return }
        let list = unsafe av_calloc(chapters.count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride)?
            .assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
        guard let list = unsafe list else { return }
        for (index, chapter) in chapters.enumerated() {
            let item = unsafe av_mallocz(MemoryLayout<AVChapter>.size)?.assumingMemoryBound(to: AVChapter.self)
            unsafe item?.pointee.id = Int64(index)
            unsafe item?.pointee.time_base = chapter.timeBase.rational
            unsafe item?.pointee.start = chapter.start
            unsafe item?.pointee.end = chapter.end
            if let item = unsafe item { unsafe OptionDictionary.assign(chapter.metadata, to: &item.pointee.metadata) }
            unsafe list[index] = item
        }
        unsafe context.pointee.chapters = list
        unsafe context.pointee.nb_chapters = UInt32(chapters.count)
    }

    /// Sets the container's own metadata. Must be called before the header is written.
    package func set(metadata: [MetadataEntry]) {
        unsafe OptionDictionary.assign(metadata, to: &context.pointee.metadata)
    }

    /// Writes the header. After this, the container has chosen the streams' time bases.
    package func writeHeader(options: [MetadataEntry] = []) throws(FFmpegError) {
        var dictionary = OptionDictionary(options)
        try check(unsafe avformat_write_header(context, &dictionary.pointer), "write the header of", path)
    }

    /// The unit in which the container counts a stream's time. Valid after the header is written.
    package func timeBase(ofStream index: Int) -> TimeBase {
        guard let stream = unsafe context.pointee.streams[index] else { return TimeBase(1, 1) }
        return TimeBase(unsafe stream.pointee.time_base)
    }

    /// By how much a stream's packets are to be written later than they are presented, in ticks of its ``timeBase(ofStream:)``: readers of
    /// Matroska subtract what Opus begins with before it is heard (`CodecDelay`, RFC 9559, 5.1.4.1.25), and libavformat 59, which
    /// states it, does not add it. It is rounded as libavformat's reader does. Valid after the header is written.
    package func leadIn(ofStream index: Int) -> Int64 {
        guard subtractsLeadIn, let stream = unsafe context.pointee.streams[index],
            let parameters = unsafe stream.pointee.codecpar, unsafe parameters.pointee.codec_id == AV_CODEC_ID_OPUS
        else { return 0 }
        let unit = AVRational(num: 1, den: OpusHeader.sampleRate)
        return unsafe av_rescale_q(Int64(parameters.pointee.initial_padding), unit, stream.pointee.time_base)
    }

    /// Whether readers of the container subtract what Opus begins with.
    private var subtractsLeadIn: Bool { ["matroska", "webm"].contains(format.name) }

    /// States how long the last frame of a GIF is shown, in hundredths of a second: its muxer would repeat how long the one before is.
    private func setLastDelay(_ duration: Int64) {
        guard format.name == "gif", duration > 0, let options = unsafe context.pointee.priv_data else { return }
        // The muxer reads it when all is written. One that does not know it goes on as it would.
        unsafe av_opt_set_int(options, "final_delay", min(duration, Int64(UInt16.max)), 0)
    }

    /// Writes a packet in the right order with those of other streams. Its timestamps are ticks of the stream's
    /// ``timeBase(ofStream:)``. The muxer takes the payload, and leaves the packet empty.
    package func write(_ packet: borrowing Packet) throws(FFmpegError) {
        setLastDelay(packet.duration)
        try check(unsafe av_interleaved_write_frame(context, packet.pointer), "write", path)
        try checkFile()
    }

    /// Writes a packet at once, without waiting for packets of other streams. The packet stays the caller's.
    package func append(_ packet: borrowing Packet) throws(FFmpegError) {
        try check(unsafe av_write_frame(context, packet.pointer), "write", path)
        try checkFile()
    }

    /// Throws if an earlier write has failed (a full disk). libavformat writes through a buffer, so it may notice late.
    func checkFile() throws(FFmpegError) {
        try check(unsafe context.pointee.pb.pointee.error, "write", path)
    }

    /// Writes all packets that are held back and the trailer, and closes the file.
    package func finish() throws(FFmpegError) {
        if output.takesPlaces {
            try check(unsafe av_interleaved_write_frame(context, nil), "write", path)
            output.endPackets()
        }
        try check(unsafe av_write_trailer(context), "finish", path)
        try check(output.close(), "close", path)
    }
}
