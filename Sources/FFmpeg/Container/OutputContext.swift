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
    /// Where bytes go anywhere in a file of the caller's.
    private var fileSink: MuxerFileSink?

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

    /// Makes the bytes go to a file.
    func open(_ file: any MuxerFile) throws(FFmpegError) {
        let sink = MuxerFileSink(file)
        try unsafe sink.attach(to: pointer)
        fileSink = sink
    }

    /// Whether payloads may be parts of files that are not read.
    var takesPlaces: Bool { fileSink != nil }

    /// No such payload comes any more: what is written goes through a buffer from now on.
    func endPackets() { unsafe pointer.pointee.pb.pointee.direct = 0 }

    /// Closes the file, and returns libav's code: writing the last bytes may fail.
    func close() -> Int32 {
        guard sink != nil || fileSink != nil else { return unsafe avio_closep(&pointer.pointee.pb) }
        let code = unsafe pointer.pointee.pb?.pointee.error ?? 0
        unsafe sink?.detach(from: pointer)
        unsafe fileSink?.detach(from: pointer)
        return code
    }

    deinit {
        // The file is still open only if an error has ended the work. The owner of the file removes it then.
        _ = close()
        unsafe avformat_free_context(pointer)
    }
}
