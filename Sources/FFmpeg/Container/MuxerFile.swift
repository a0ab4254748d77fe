internal import CFFmpeg
internal import Glibc

/// A file that a container is written to. Payloads that are parts of an ``UnreadFile`` come as such.
package protocol MuxerFile: AnyObject {
    /// Writes bytes behind those that were written last. Returns 0, or an error number of the system's.
    func write(_ bytes: borrowing RawSpan) -> Int32
    /// Copies a part of another file there, which begins at an offset in bytes. Returns 0, or an error number of the system's.
    func copy(_ file: UnreadFile, from offset: Int64, count: Int) -> Int32
    /// Goes to a place, in bytes from the beginning. Returns 0, or an error number of the system's.
    func seek(to place: Int64) -> Int32
    /// How long the file is so far, in bytes.
    var size: Int64 { get }
}

/// Leads a container's bytes to a ``MuxerFile``.
final class MuxerFileSink {
    private let file: any MuxerFile
    private var place: Int64 = 0

    /// In bytes.
    private static let bufferSize = 64 << 10

    init(_ file: any MuxerFile) { self.file = file }

    /// Makes a container's bytes come here. The sink must live as long as the container.
    func attach(to context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) {
        let memory = unsafe try allocated(av_malloc(Self.bufferSize), "a file").assumingMemoryBound(to: UInt8.self)
        let io = unsafe avio_alloc_context(
            memory,
            Int32(Self.bufferSize),
            1,
            Unmanaged.passUnretained(self).toOpaque(),
            nil,
            { opaque, bytes, count in
                guard let opaque = unsafe opaque, let bytes = unsafe bytes else { return 0 }
                return unsafe Unmanaged<MuxerFileSink>.fromOpaque(opaque).takeUnretainedValue().write(bytes, Int(count))
            },
            { opaque, offset, whence in
                guard let opaque = unsafe opaque else { return Int64(oc_averror(EINVAL)) }
                return unsafe Unmanaged<MuxerFileSink>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
            }
        )
        guard let io = unsafe io else {
            unsafe av_free(memory)
            throw FFmpegError("allocate", "a file", code: oc_averror(ENOMEM))
        }
        // Payloads come by the addresses that packets have, and not by way of a buffer.
        unsafe io.pointee.direct = 1
        unsafe context.pointee.pb = io
        unsafe context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        unsafe context.pointee.flush_packets = 0
    }

    /// Ends the connection to the container.
    func detach(from context: UnsafeMutablePointer<AVFormatContext>) {
        guard let io = unsafe context.pointee.pb else { return }
        unsafe av_freep(&io.pointee.buffer)
        unsafe avio_context_free(&context.pointee.pb)
    }

    private func write(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
        let error: Int32
        if let (source, offset) = unsafe UnreadFile.place(of: bytes) {
            error = file.copy(source, from: offset, count: count)
        } else {
            error = unsafe file.write(RawSpan(_unsafeStart: UnsafeRawPointer(bytes), byteCount: count))
        }
        guard error == 0 else { return oc_averror(error) }
        place += Int64(count)
        return Int32(count)
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return file.size }
        let target: Int64
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: target = offset
        case SEEK_CUR: target = place + offset
        case SEEK_END: target = file.size + offset
        default: return Int64(oc_averror(EINVAL))
        }
        guard target >= 0 else { return Int64(oc_averror(EINVAL)) }
        let error = file.seek(to: target)
        guard error == 0 else { return Int64(oc_averror(error)) }
        place = target
        return target
    }
}
