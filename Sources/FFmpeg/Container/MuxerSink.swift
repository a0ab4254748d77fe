internal import CFFmpeg
internal import Glibc

/// Takes the bytes of a container that is written from its beginning to its end. They come in large parts, each of which
/// begins on a memory page.
package final class MuxerSink {
    private let take: (borrowing RawSpan) -> Int32

    /// In bytes. A container may go back within the buffer, to fill in the size of a box.
    private static let bufferSize = 256 << 10
    /// Of the buffer in memory, in bytes, so that direct writes need no copy.
    private static let alignment = 4096

    /// - Parameter take: Gets the next bytes, for the length of the call. It returns 0, or an error number of the
    ///   system's (`ENOSPC`).
    package init(_ take: @escaping (borrowing RawSpan) -> Int32) { self.take = take }

    /// Makes a container's bytes come here. The sink must live as long as the container.
    func attach(to context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) {
        // libavutil frees memory of malloc() with any alignment.
        let memory = unsafe try allocated(aligned_alloc(Self.alignment, Self.bufferSize), "a file")
            .assumingMemoryBound(to: UInt8.self)
        let io = unsafe avio_alloc_context(
            memory,
            Int32(Self.bufferSize),
            1,
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            { opaque, bytes, count in
                guard let opaque = unsafe opaque, let bytes = unsafe bytes else { return 0 }
                let sink = unsafe Unmanaged<MuxerSink>.fromOpaque(opaque).takeUnretainedValue()
                let error = unsafe sink.take(RawSpan(_unsafeStart: UnsafeRawPointer(bytes), byteCount: Int(count)))
                return error == 0 ? count : -error
            },
            nil
        )
        guard let io = unsafe io else {
            unsafe free(memory)
            throw FFmpegError("allocate", "a file", code: oc_averror(ENOMEM))
        }
        unsafe context.pointee.pb = io
        unsafe context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // Bytes come only when the buffer is full, or at a flush.
        unsafe context.pointee.flush_packets = 0
    }

    /// Ends the connection to the container.
    func detach(from context: UnsafeMutablePointer<AVFormatContext>) {
        guard let io = unsafe context.pointee.pb else { return }
        unsafe av_freep(&io.pointee.buffer)
        unsafe avio_context_free(&context.pointee.pb)
    }
}
