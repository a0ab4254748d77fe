internal import CFFmpeg

// libav's contexts, each owned by one object inside one noncopyable wrapper: an initializer that fails half way frees what
// it has made by letting go of it. Objects, because Swift 6.3 destroys a noncopyable property that a throwing initializer
// assigns last before it is there (optimised builds crash).
//
// `@unchecked Sendable`: the wrapper is noncopyable, so one thread at a time uses what is behind it.

/// Owns an `AVCodecContext`.
@safe
final class CodecContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVCodecContext>

    init(for codec: UnsafePointer<AVCodec>) throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(avcodec_alloc_context3(codec), "a codec")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecContext>? = unsafe pointer
        unsafe avcodec_free_context(&pointer)
    }
}

/// Owns an `AVFormatContext` that reads.
@safe
final class InputContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFormatContext>

    /// Opens a file. Only files: a path that looks like a URL is a file all the same.
    init(path: String) throws(FFmpegError) {
        var opened: UnsafeMutablePointer<AVFormatContext>? = try unsafe allocated(avformat_alloc_context(), "a demuxer")
        // Containers that store no presentation times (AVI) get them from the decoding order.
        unsafe opened?.pointee.flags |= AVFMT_FLAG_GENPTS
        // WAV's demuxer hands out 4 KiB at a time unless it is asked for more, and each packet costs as much as a large one.
        var options = OptionDictionary([MetadataEntry(key: "max_size", value: "\(Self.wavePacketSize)")])
        try check(unsafe avformat_open_input(&opened, "file:" + path, nil, &options.pointer), "open", path)
        unsafe pointer = try unsafe allocated(opened, "a demuxer")
        // It has every other format look for itself in what claims to be 16-bit samples, for DTS on a compact disc: its
        // frames are 4 KiB at most, so one packet has enough of them, and 32 take longer than a short export.
        if let name = unsafe pointer.pointee.iformat?.pointee.name, unsafe strcmp(name, "wav") == 0 {
            unsafe pointer.pointee.probesize = Self.wavePacketSize
        }
    }

    /// Bytes.
    private static let wavePacketSize: Int64 = 65536

    deinit {
        var pointer: UnsafeMutablePointer<AVFormatContext>? = unsafe pointer
        unsafe avformat_close_input(&pointer)
    }
}

/// Owns an `AVFormatContext` that writes, and the file or the sink that it writes to.
@safe
final class OutputContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFormatContext>
    /// `nil` where libavformat writes the file itself.
    private var sink: MuxerSink?

    init(format: ContainerFormat, url: String) throws(FFmpegError) {
        var created: UnsafeMutablePointer<AVFormatContext>?
        try check(
            unsafe avformat_alloc_output_context2(&created, format.pointer, nil, url),
            "set up a container of the kind",
            format.name
        )
        unsafe pointer = try unsafe allocated(created, "a muxer")
    }

    /// Has the bytes go to a sink.
    func open(_ sink: MuxerSink) throws(FFmpegError) {
        try unsafe sink.attach(to: pointer)
        self.sink = sink
    }

    /// Closes the file, if any: what goes wrong with its last bytes shows in libav's code.
    func close() -> Int32 {
        guard let sink else { return unsafe avio_closep(&pointer.pointee.pb) }
        let code = unsafe pointer.pointee.pb?.pointee.error ?? 0
        unsafe sink.detach(from: pointer)
        return code
    }

    deinit {
        // Only an abandoned file is still open here; whoever abandons it removes it.
        _ = close()
        unsafe avformat_free_context(pointer)
    }
}

/// Owns an `AVFilterGraph`.
@safe
final class FilterGraphContext: @unchecked Sendable {
    let functions: oc_filter_functions
    let pointer: UnsafeMutablePointer<AVFilterGraph>

    init() throws(FFmpegError) {
        functions = try FilterLibrary.shared.get().functions
        unsafe pointer = try unsafe allocated(functions.avfilter_graph_alloc(), "a filter graph")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFilterGraph>? = unsafe pointer
        unsafe functions.avfilter_graph_free(&pointer)
    }
}

/// Owns an `AVBSFContext`.
@safe
final class BitstreamFilterContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVBSFContext>

    init(chain: String) throws(FFmpegError) {
        var parsed: UnsafeMutablePointer<AVBSFContext>?
        try check(unsafe av_bsf_list_parse_str(chain, &parsed), "parse the bit-stream filter", chain)
        unsafe pointer = try unsafe allocated(parsed, "a bit-stream filter")
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVBSFContext>? = unsafe pointer
        unsafe av_bsf_free(&pointer)
    }
}
