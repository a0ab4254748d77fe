internal import CFFmpeg

/// Owns an `AVFormatContext` that writes, and the file or the sink that it writes to.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
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

    /// Makes the bytes go to a sink.
    func open(_ sink: MuxerSink) throws(FFmpegError) {
        try unsafe sink.attach(to: pointer)
        self.sink = sink
    }

    /// Closes the file, and returns libav's code: writing the last bytes may fail.
    func close() -> Int32 {
        guard let sink else { return unsafe avio_closep(&pointer.pointee.pb) }
        let code = unsafe pointer.pointee.pb?.pointee.error ?? 0
        unsafe sink.detach(from: pointer)
        return code
    }

    deinit {
        // The file is still open only if an error has ended the work. The owner of the file removes it then.
        _ = close()
        unsafe avformat_free_context(pointer)
    }
}
