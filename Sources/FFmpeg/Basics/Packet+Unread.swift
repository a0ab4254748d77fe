internal import CFFmpeg
internal import Glibc

/// Packets whose payloads are parts of files that are not read.
extension Packet {
    /// Whether the payload is a part of a file that was not read.
    package var isUnread: Bool { unsafe pointer.pointee.opaque != nil }

    /// The file that the payload is a part of, where it was not read.
    var unreadFile: UnreadFile? {
        // Only here does a packet get something of that kind, and its reference to the payload keeps the file.
        unsafe pointer.pointee.opaque.map { unsafe Unmanaged<UnreadFile>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes the payload a part of a file. `buffer` is the reference to its addresses, of which the packet gets one of its own.
    func refer(
        to file: UnreadFile,
        _ buffer: UnsafeMutablePointer<AVBufferRef>,
        at offset: Int64,
        count: Int32
    ) throws(FFmpegError) {
        unsafe pointer.pointee.buf = try unsafe allocated(av_buffer_ref(buffer), "a packet's payload")
        unsafe pointer.pointee.data = file.address(of: offset)
        unsafe pointer.pointee.size = count
        unsafe pointer.pointee.opaque = Unmanaged.passUnretained(file).toOpaque()
    }

    /// Makes the payload a copy of a part of a file.
    func load(from file: UnreadFile, at offset: Int64, count: Int32) throws(FFmpegError) {
        try check(unsafe av_new_packet(pointer, count), "allocate", "a packet")
        var done = 0
        while done < count {
            let place = unsafe pointer.pointee.data + done
            let got = unsafe pread(file.descriptor, place, Int(count) - done, off_t(offset) + off_t(done))
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw FFmpegError("read", file.path, code: oc_averror(got == 0 ? EIO : errno)) }
            done += got
        }
    }

    /// Reads the payload, where it was not: for those who take it as it is.
    package func load() throws(FFmpegError) {
        guard let file = unreadFile else { return }
        let bytes = bytes
        guard bytes.count == size else { throw FFmpegError("read", file.path, code: oc_averror(EIO)) }
        try replacePayload(with: bytes)
    }
}
