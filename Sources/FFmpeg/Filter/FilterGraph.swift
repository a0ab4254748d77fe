internal import CFFmpeg
internal import Glibc

/// A chain of libavfilter's filters with one input and one output.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct FilterGraph: ~Copyable, @unchecked Sendable {
    /// The kind of the frames that go in.
    package enum Input: Sendable {
        case video(
            width: Int,
            height: Int,
            pixelFormat: PixelFormat,
            timeBase: TimeBase,
            sampleAspectRatio: TimeBase?,
            frameRate: TimeBase? = nil
        )
        case audio(sampleRate: Int, sampleFormat: String, channelLayout: ChannelLayout, timeBase: TimeBase)
    }

    /// The kind of the frames that come out.
    package enum Output: Sendable {
        case video, audio

        fileprivate var sink: String {
            switch self {
            case .video: "buffersink"
            case .audio: "abuffersink"
            }
        }
    }

    package let timeBase: TimeBase
    private let graph: FilterGraphContext
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// Builds the chain from libavfilter's notation: `format=yuv420p`, `aresample=48000,aformat=sample_fmts=fltp`.
    ///
    /// - Parameters:
    ///   - chain: The filters.
    ///   - input: What goes in.
    ///   - output: What comes out; `nil` for the same kind. `showwavespic` makes video of audio.
    /// - Throws: ``FFmpegError``.
    package init(_ chain: String, input: Input, output: Output? = nil) throws(FFmpegError) {
        FFmpegLog.install()
        let (sourceFilter, arguments) = Self.source(of: input)
        let sinkFilter = (output ?? input.kind).sink
        let graph = try FilterGraphContext()
        let source = try unsafe Self.filter(sourceFilter, "in", arguments, in: graph)
        let sink = try unsafe Self.filter(sinkFilter, "out", nil, in: graph)
        try unsafe Self.link(source, sink, through: chain, in: graph)
        unsafe self.source = source
        unsafe self.sink = sink
        timeBase = TimeBase(unsafe graph.functions.av_buffersink_get_time_base(sink))
        self.graph = graph
    }

    /// Puts a frame in. The frame stays the caller's.
    package func send(_ frame: borrowing Frame) throws(FFmpegError) {
        let flags = Int32(bitPattern: oc_buffersrc_flag_keep_ref)
        try check(
            unsafe graph.functions.av_buffersrc_add_frame_flags(source, frame.pointer, flags),
            "filter",
            "a frame"
        )
    }

    /// Tells the filters that no more frames come.
    package func sendEnd() throws(FFmpegError) {
        try check(unsafe graph.functions.av_buffersrc_add_frame_flags(source, nil, 0), "finish", "a filter graph")
    }

    /// Receives the next frame. Its timestamp is in ticks of ``timeBase``.
    package func receive(into frame: borrowing Frame) throws(FFmpegError) -> CodecState {
        let code = unsafe graph.functions.av_buffersink_get_frame(sink, frame.pointer)
        if code == oc_averror(EAGAIN) { return .needsInput }
        if code == oc_averror_eof { return .ended }
        try check(code, "filter", "a frame")
        try frame.straightenRows()
        return .produced
    }

    /// What libavfilter and its libraries have said to this thread since it built its last graph, errors and warnings.
    package static var messages: [String] { FFmpegLog.shared.lines() }

    /// What becomes of one frame in a chain that gives a frame for each; `nil` where it gave none.
    package func apply(to frame: borrowing Frame) throws(FFmpegError) -> Frame? {
        let output = try Frame()
        try send(frame)
        guard try receive(into: output) == .produced else { return nil }
        return output
    }

    private static func source(of input: Input) -> (filter: String, arguments: String) {
        switch input {
        case .video(let width, let height, let pixelFormat, let timeBase, let sampleAspectRatio, let frameRate):
            let ratio = sampleAspectRatio ?? TimeBase(1, 1)
            let arguments =
                "video_size=\(width)x\(height):pix_fmt=\(pixelFormat.name):time_base=\(timeBase):pixel_aspect=\(ratio)"
            return ("buffer", arguments + (frameRate.map { ":frame_rate=\($0)" } ?? ""))
        case .audio(let sampleRate, let sampleFormat, let channelLayout, let timeBase):
            let layout = unsafe channelLayout.withLayout { unsafe ChannelLayout($0.pointee).name }
            let arguments =
                "sample_rate=\(sampleRate):sample_fmt=\(sampleFormat):channel_layout=\(layout):time_base=\(timeBase)"
            return ("abuffer", arguments)
        }
    }

    private static func filter(
        _ filter: String,
        _ label: String,
        _ arguments: String?,
        in graph: FilterGraphContext
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext> {
        var context: UnsafeMutablePointer<AVFilterContext>?
        let definition = unsafe graph.functions.avfilter_get_by_name(filter)
        try check(
            unsafe graph.functions.avfilter_graph_create_filter(
                &context,
                definition,
                label,
                arguments,
                nil,
                graph.pointer
            ),
            "make the filter",
            filter
        )
        return try unsafe allocated(context, "a filter")
    }

    private static func link(
        _ source: UnsafeMutablePointer<AVFilterContext>,
        _ sink: UnsafeMutablePointer<AVFilterContext>,
        through chain: String,
        in graph: FilterGraphContext
    ) throws(FFmpegError) {
        // libavfilter names the open ends from the other side: our source is an output, which feeds the chain's input.
        var outputs = graph.functions.avfilter_inout_alloc()
        var inputs = graph.functions.avfilter_inout_alloc()
        defer {
            unsafe graph.functions.avfilter_inout_free(&outputs)
            unsafe graph.functions.avfilter_inout_free(&inputs)
        }
        unsafe outputs?.pointee.name = av_strdup("in")
        unsafe outputs?.pointee.filter_ctx = source
        unsafe inputs?.pointee.name = av_strdup("out")
        unsafe inputs?.pointee.filter_ctx = sink
        FFmpegLog.shared.forget()
        func check(_ code: Int32, _ operation: String) throws(FFmpegError) {
            guard code < 0 else { return }
            throw FFmpegError(operation, chain, code: code, logLine: FFmpegLog.shared.firstError())
        }
        try check(
            unsafe graph.functions.avfilter_graph_parse_ptr(graph.pointer, chain, &inputs, &outputs, nil),
            "parse the filters"
        )
        try check(unsafe graph.functions.avfilter_graph_config(graph.pointer, nil), "set up the filters")
    }
}

extension FilterGraph.Input {
    fileprivate var kind: FilterGraph.Output {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }
}
