internal import CFFmpeg
internal import Glibc

/// Takes the bytes of a container that is written from its beginning to its end: in large parts that begin at
/// addresses of whole memory pages.
package final class MuxerSink {
    private let take: (borrowing RawSpan) -> Int32

    /// A container goes back as far as this at most: to the size of a box whose end it has come to.
    private static let bufferSize = 256 << 10
    /// Of the buffer in memory, so that whole ones can be written without the system's copying them.
    private static let alignment = 4096

    /// - Parameter take: is lent the next bytes; returns zero, or the system's number of an error (`ENOSPC`).
    package init(_ take: @escaping (borrowing RawSpan) -> Int32) { self.take = take }

    /// Has a container's bytes come here. The sink must be kept as long as the container.
    func attach(to context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) {
        // libavutil frees what malloc() has allocated, however it is aligned.
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
        // Bytes come when the buffer is full, or when it is asked for.
        unsafe context.pointee.flush_packets = 0
    }

    /// Lets go of the container.
    func detach(from context: UnsafeMutablePointer<AVFormatContext>) {
        guard let io = unsafe context.pointee.pb else { return }
        unsafe av_freep(&io.pointee.buffer)
        unsafe avio_context_free(&context.pointee.pb)
    }
}
