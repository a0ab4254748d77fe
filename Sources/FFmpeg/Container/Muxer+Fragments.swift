internal import CFFmpeg
internal import Glibc

/// Fragmented movies (ISO/IEC 14496-12, 8.8): each fragment can be played without what comes after it.
extension Muxer {
    /// Writes bytes of the caller's own between the container's.
    package func write(raw bytes: [UInt8]) throws(FFmpegError) {
        let pb = try unsafe allocated(context.pointee.pb, "a file")
        unsafe avio_write(pb, bytes, Int32(bytes.count))
        try checkFile()
    }

    /// Writes a packet after those that were written before, without waiting for other streams' packets. The packet
    /// stays the caller's.
    package func append(_ packet: borrowing Packet) throws(FFmpegError) {
        try check(unsafe av_write_frame(context, packet.pointer), "write", path)
        try checkFile()
    }

    /// Ends the fragment, and adds an empty box up to the end of a block of so many bytes: what was written until now has
    /// left the muxer when this returns.
    package func flush(toWholeBlocksOf blockSize: Int) throws(FFmpegError) {
        try check(unsafe av_write_frame(context, nil), "write", path)
        let pb = try unsafe allocated(context.pointee.pb, "a file")
        let position = Int(unsafe avio_seek(pb, 0, SEEK_CUR))
        let left = (blockSize - position % blockSize) % blockSize
        // The smallest box is its own size and kind.
        let padding = (1..<8).contains(left) ? left + blockSize : left
        if padding > 0 {
            unsafe avio_wb32(pb, UInt32(padding))
            unsafe avio_write(pb, "free", 4)
            for _ in 8..<padding { unsafe avio_w8(pb, 0) }
        }
        unsafe avio_flush(pb)
        try checkFile()
    }

    /// The file layer remembers a failed write (a full disk) that buffering has hidden.
    private func checkFile() throws(FFmpegError) {
        try check(unsafe context.pointee.pb.pointee.error, "write", path)
    }
}

extension Muxer {
    /// A container without a file, for its header alone.
    package static func unattached(format: ContainerFormat) throws(FFmpegError) -> Muxer {
        FFmpegLog.install()
        return Muxer(path: format.name, format: format, output: try OutputContext(format: format, url: ""))
    }

    /// The header as bytes, of a container without a file.
    package consuming func header(options: [MetadataEntry]) throws(FFmpegError) -> [UInt8] {
        try check(unsafe avio_open_dyn_buf(&context.pointee.pb), "allocate", "a header")
        var dictionary = OptionDictionary(options)
        let code = unsafe avformat_write_header(context, &dictionary.pointer)
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe avio_close_dyn_buf(context.pointee.pb, &start)
        unsafe context.pointee.pb = nil
        defer { unsafe av_free(start) }
        try check(code, "write the header of", path)
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
