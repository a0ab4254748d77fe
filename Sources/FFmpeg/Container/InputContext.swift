internal import CFFmpeg

/// Owns an `AVFormatContext` that reads.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
@safe
final class InputContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFormatContext>

    /// Opens a file. Only files: a path that looks like a URL is a file all the same.
    init(path: String) throws(FFmpegError) {
        var opened: UnsafeMutablePointer<AVFormatContext>? = try unsafe allocated(avformat_alloc_context(), "a demuxer")
        // Containers that store no presentation times (AVI) get them from the decoding order.
        unsafe opened?.pointee.flags |= AVFMT_FLAG_GENPTS
        // WAV's demuxer hands out 4 KiB at a time unless it is asked for more, and each packet costs as much as a large one.
        var options = OptionDictionary([MetadataEntry(key: "max_size", value: "\(Self.wavePacketSize)")])
        try check(unsafe avformat_open_input(&opened, "file:" + path, nil, &options.pointer), "open", path)
        unsafe pointer = try unsafe allocated(opened, "a demuxer")
        // It has every other format look for itself in what claims to be 16-bit samples, for DTS on a compact disc: its
        // frames are 4 KiB at most, so one packet has enough of them, and 32 take longer than a short export.
        if let name = unsafe pointer.pointee.iformat?.pointee.name, unsafe strcmp(name, "wav") == 0 {
            unsafe pointer.pointee.probesize = Self.wavePacketSize
        }
    }

    /// Bytes.
    private static let wavePacketSize: Int64 = 65536

    deinit {
        var pointer: UnsafeMutablePointer<AVFormatContext>? = unsafe pointer
        unsafe avformat_close_input(&pointer)
    }
}
