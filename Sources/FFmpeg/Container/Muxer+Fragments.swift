internal import CFFmpeg
internal import Glibc

/// Fragmented movies (ISO/IEC 14496-12, 8.8): each fragment can be played without what comes after it.
extension Muxer {
    /// Writes bytes of the caller's between those of the container.
    package func write(raw bytes: [UInt8]) throws(FFmpegError) {
        let pb = try unsafe allocated(context.pointee.pb, "a file")
        unsafe avio_write(pb, bytes, Int32(bytes.count))
        try checkFile()
    }

    /// Ends the fragment, and appends bytes to it. When this returns, the muxer holds nothing back.
    ///
    /// - Parameter filling: makes the bytes, for the position in the file at which the fragment ends.
    /// - Throws: ``FFmpegError``.
    package func flush(filling: (_ position: Int) -> [UInt8]) throws(FFmpegError) {
        try check(unsafe av_write_frame(context, nil), "write", path)
        let pb = try unsafe allocated(context.pointee.pb, "a file")
        let bytes = filling(Int(unsafe avio_seek(pb, 0, SEEK_CUR)))
        if !bytes.isEmpty { unsafe avio_write(pb, bytes, Int32(bytes.count)) }
        unsafe avio_flush(pb)
        try checkFile()
    }

    /// Has the next fragment begin with its first packet's own timestamp. Otherwise it begins where the one before ends, and its first packet
    /// lasts longer for that; libavformat aborts the process where that is too long.
    ///
    /// - Throws: ``FFmpegError``.
    package func leaveGap() throws(FFmpegError) {
        try check(unsafe av_opt_set(context.pointee.priv_data, "movflags", "+frag_discont", 0), "write", path)
    }
}

extension Muxer {
    /// A container without a file: only its header is wanted.
    package static func unattached(format: ContainerFormat) throws(FFmpegError) -> Muxer {
        FFmpegLog.install()
        return Muxer(path: format.name, format: format, output: try OutputContext(format: format, url: ""))
    }

    /// The bytes of the header, in place of ``writeHeader(options:)``. Where there is a file, they are for the caller to write, before any packet.
    ///
    /// - Parameter options: Those of the container.
    /// - Returns: Whole boxes.
    /// - Throws: ``FFmpegError``.
    package func header(options: [MetadataEntry]) throws(FFmpegError) -> [UInt8] {
        let file = unsafe context.pointee.pb
        try check(unsafe avio_open_dyn_buf(&context.pointee.pb), "allocate", "a header")
        var dictionary = OptionDictionary(options)
        let code = unsafe avformat_write_header(context, &dictionary.pointer)
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe avio_close_dyn_buf(context.pointee.pb, &start)
        unsafe context.pointee.pb = file
        defer { unsafe av_free(start) }
        try check(code, "write the header of", path)
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
