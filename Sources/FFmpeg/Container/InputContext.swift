internal import CFFmpeg
internal import MediaSyntax
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
    /// `nil` where libavformat reads the file itself.
    private let file: ChangedFile?

    /// Opens a file. A path that looks like a URL is taken for the name of a file. Where there are `changes`, the file is read as if they stood in
    /// it.
    init(path: String, changes: [ByteChange] = []) throws(FFmpegError) {
        do {
            let file = changes.isEmpty ? nil : try ChangedFile(path, changes)
            unsafe pointer = try unsafe Self.open("file:" + path, path, reading: file)
            self.file = file
        } catch {
            let first = error
            guard let end = WholeFragments.end(ofFile: path) else { throw InputFormats.openingError(first) }
            do {
                let file = changes.isEmpty ? nil : try ChangedFile(path, changes, end: end)
                unsafe pointer = try unsafe Self.open(WholeFragments.url(ofFile: path, end: end), path, reading: file)
                self.file = file
            } catch { throw InputFormats.openingError(first) }
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
        file = nil
    }

    private static func open(
        _ url: String,
        _ path: String,
        as format: UnsafePointer<AVInputFormat>? = nil,
        _ options: [MetadataEntry] = InputFormats.options,
        reading file: ChangedFile? = nil
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVFormatContext> {
        var opened: UnsafeMutablePointer<AVFormatContext>? = try unsafe allocated(avformat_alloc_context(), "a demuxer")
        // Where a container stores no presentation times (AVI), libavformat makes them from the decoding order.
        unsafe opened?.pointee.flags |= AVFMT_FLAG_GENPTS
        if let file, let opened = unsafe opened {
            // Where opening fails, libavformat frees the context and leaves the file alone.
            unsafe opened.pointee.pb = file.pointer
            unsafe opened.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        }
        // Each packet costs time, and the demuxer of WAV gives packets of only 4 KiB unless larger ones are asked for.
        let packetSize = MetadataEntry(key: "max_size", value: "\(wavePacketSize)")
        var options = OptionDictionary(options + [packetSize])
        try check(unsafe avformat_open_input(&opened, url.pathBytes, format, &options.pointer), "open", path)
        return try unsafe allocated(opened, "a demuxer")
    }

    /// Whether it is MP4 or MOV.
    var isMovie: Bool {
        guard let format = unsafe pointer.pointee.iformat else { return false }
        return unsafe strncmp(format.pointee.name, "mov", 3) == 0
    }

    /// In bytes.
    private static let wavePacketSize: Int64 = 65536

    deinit {
        var pointer: UnsafeMutablePointer<AVFormatContext>? = unsafe pointer
        unsafe avformat_close_input(&pointer)
    }
}
