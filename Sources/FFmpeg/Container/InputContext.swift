internal import CFFmpeg
internal import MediaTime
internal import PathNames

/// Owns an `AVFormatContext` that reads.
///
/// A class, because Swift 6.3 miscompiles a throwing initializer that assigns a noncopyable property last: optimised
/// builds destroy the property before it has a value.
///
/// `@unchecked Sendable`: the wrapper that holds it is noncopyable, so only one thread at a time uses it.
@safe
final class InputContext: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVFormatContext>

    /// Opens a file. A path that looks like a URL is taken for the name of a file.
    init(path: String) throws(FFmpegError) {
        do {
            unsafe pointer = try unsafe Self.open("file:" + path, path)
        } catch {
            let first = error
            guard let url = WholeFragments.url(ofFile: path) else { throw InputFormats.openingError(first) }
            do { unsafe pointer = try unsafe Self.open(url, path) } catch { throw InputFormats.openingError(first) }
        }
        // 16-bit samples in a WAV may be DTS (as on compact discs), so libavformat probes the first packets for it. Frames
        // of DTS have 4 KiB at most: one packet is enough. By default it probes 32, which takes longer than a short
        // export.
        if let name = unsafe pointer.pointee.iformat?.pointee.name, unsafe strcmp(name, "wav") == 0 {
            unsafe pointer.pointee.probesize = Self.wavePacketSize
        }
    }

    /// Opens the first of numbered images as libavformat opens such images, which knows them by their ending or by what is in them.
    init(images: NumberedImages) throws(FFmpegError) {
        let path = images.path(of: images.first)
        let options = [
            MetadataEntry(key: "pattern_type", value: "none"),
            MetadataEntry(key: "framerate", value: "\(images.rate.numerator)/\(images.rate.denominator)"),
        ]
        let format = unsafe av_find_input_format(InputFormats.numberedImages)
        unsafe pointer = try unsafe Self.open("file:" + path, path, as: format, InputFormats.imageOptions + options)
    }

    private static func open(
        _ url: String,
        _ path: String,
        as format: UnsafePointer<AVInputFormat>? = nil,
        _ options: [MetadataEntry] = InputFormats.options
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVFormatContext> {
        var opened: UnsafeMutablePointer<AVFormatContext>? = try unsafe allocated(avformat_alloc_context(), "a demuxer")
        // Where a container stores no presentation times (AVI), libavformat makes them from the decoding order.
        unsafe opened?.pointee.flags |= AVFMT_FLAG_GENPTS
        // Each packet costs time, and the demuxer of WAV gives packets of only 4 KiB unless larger ones are asked for.
        let packetSize = MetadataEntry(key: "max_size", value: "\(wavePacketSize)")
        var options = OptionDictionary(options + [packetSize])
        try check(unsafe avformat_open_input(&opened, url.pathBytes, format, &options.pointer), "open", path)
        return try unsafe allocated(opened, "a demuxer")
    }

    /// In bytes.
    private static let wavePacketSize: Int64 = 65536

    deinit {
        var pointer: UnsafeMutablePointer<AVFormatContext>? = unsafe pointer
        unsafe avformat_close_input(&pointer)
    }
}
