internal import CFFmpeg
internal import Glibc
internal import MediaSyntax
internal import PathNames

/// A file that libavformat reads as if other bytes stood in some of its places. Its length does not change.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class ChangedFile: @unchecked Sendable {
    /// libavformat's way to it.
    private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
    private let descriptor: Int32
    /// In bytes.
    private let size: Int64
    /// In the order of the file.
    private let changes: [ByteChange]
    private var place: Int64 = 0

    /// In bytes.
    private static let bufferSize = 64 << 10

    /// Opens a file, up to `end` where that is given.
    init(_ path: String, _ changes: [ByteChange], end: UInt64? = nil) throws(FFmpegError) {
        let file = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw FFmpegError("open", path, code: oc_averror(errno)) }
        var status = stat()
        let length = unsafe fstat(file, &status) == 0 ? Int64(status.st_size) : 0
        descriptor = file
        size = end.flatMap { Int64(exactly: $0) }.map { min($0, length) } ?? length
        self.changes = changes.sorted { $0.position < $1.position }
        unsafe pointer = nil
        let memory = unsafe try allocated(av_malloc(Self.bufferSize), "a file").assumingMemoryBound(to: UInt8.self)
        unsafe pointer = avio_alloc_context(
            memory,
            Int32(Self.bufferSize),
            0,
            Unmanaged.passUnretained(self).toOpaque(),
            { opaque, bytes, count in
                guard let opaque = unsafe opaque, let bytes = unsafe bytes else { return 0 }
                return unsafe Unmanaged<ChangedFile>.fromOpaque(opaque).takeUnretainedValue().read(bytes, Int(count))
            },
            nil,
            { opaque, offset, whence in
                guard let opaque = unsafe opaque else { return Int64(oc_averror(EINVAL)) }
                return unsafe Unmanaged<ChangedFile>.fromOpaque(opaque).takeUnretainedValue().seek(offset, whence)
            }
        )
        if unsafe pointer == nil {
            unsafe av_free(memory)
            throw FFmpegError("allocate", "a file", code: oc_averror(ENOMEM))
        }
    }

    deinit {
        if let io = unsafe pointer { unsafe av_freep(&io.pointee.buffer) }
        unsafe avio_context_free(&pointer)
        close(descriptor)
    }

    private func read(_ memory: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
        let wanted = Int(min(Int64(count), max(0, size - place)))
        if wanted == 0 { return oc_averror_eof }
        let got = unsafe FileRead.fill(UnsafeMutableRawPointer(memory), wanted, of: descriptor, at: off_t(place))
        if got == 0 { return oc_averror(EIO) }
        let (start, end) = (UInt64(place), UInt64(place) + UInt64(got))
        for change in changes[firstChange(behind: start)...] {
            if change.position >= end { break }
            for (offset, byte) in change.bytes.enumerated() {
                let position = change.position + UInt64(offset)
                if position >= start, position < end { unsafe memory[Int(position - start)] = byte }
            }
        }
        place += Int64(got)
        return Int32(got)
    }

    /// The first change that does not end before a position. O(log n).
    private func firstChange(behind position: UInt64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            let end = changes[middle].position + UInt64(changes[middle].bytes.count)
            if end <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        if whence & AVSEEK_SIZE != 0 { return size }
        let target: Int64
        switch whence & ~AVSEEK_FORCE {
        case SEEK_SET: target = offset
        case SEEK_CUR: target = place + offset
        case SEEK_END: target = size + offset
        default: return Int64(oc_averror(EINVAL))
        }
        guard target >= 0 else { return Int64(oc_averror(EINVAL)) }
        place = target
        return target
    }
}
