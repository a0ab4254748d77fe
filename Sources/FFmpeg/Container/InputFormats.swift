internal import CFFmpeg

/// The containers that are read: each holds all its data in one file.
///
/// Playlists and manifests (HLS, DASH, ffconcat, SDP, IMF) and devices are not among them. They name other files or addresses,
/// whatever their own name is. Numbered images are opened as such only where a pattern of names asks for them (``NumberedImages``).
package enum InputFormats {
    /// libav's names of its demuxers. One name is enough where a demuxer has several.
    package static let names = [
        // Containers.
        "mov", "matroska", "avi", "mpegts", "mpeg", "mxf", "gxf", "flv", "live_flv", "asf", "ogg", "nut", "ivf", "rm",
        "wtv", "cine",
        "dv", "yuv4mpegpipe", "gif", "apng",
        "vc1test",
        // Audio.
        "wav", "w64", "aiff", "au", "caf", "flac", "mp3", "aac", "ac3", "eac3", "ac4", "dts", "dtshd", "truehd", "mlp",
        "amr",
        "amrnb", "amrwb", "ape", "mpc", "mpc8", "tta", "tak", "wv", "voc", "dsf", "iamf",
        // Subtitles.
        "srt", "ass", "webvtt",
        // Single images.
        "png_pipe", "jpeg_pipe", "webp_pipe", "tiff_pipe", "bmp_pipe",
    ]

    /// Streams of one codec without a container.
    package static let bareVideo = [
        "h261", "h263", "h264", "hevc", "vvc", "av1", "obu", "m4v", "mpegvideo", "mjpeg", "vc1", "dirac", "dnxhd",
        "cavsvideo", "avs2", "avs3",
    ]

    /// libav's name of its reader of numbered images.
    static let numberedImages = "image2"

    /// libav's options that keep to an image, and to its file.
    static var imageOptions: [MetadataEntry] {
        [
            MetadataEntry(key: "format_whitelist", value: numberedImages),
            MetadataEntry(key: "protocol_whitelist", value: "file"),
        ]
    }

    /// libav's options that keep to these formats, and to the file itself, or to a part of it.
    static var options: [MetadataEntry] {
        [
            MetadataEntry(key: "format_whitelist", value: (names + bareVideo).joined(separator: ",")),
            MetadataEntry(key: "protocol_whitelist", value: "file,subfile"),
        ]
    }

    /// An error of opening a file. A format that is not read is as good as none: libav's list of names helps nobody.
    static func openingError(_ error: FFmpegError) -> FFmpegError {
        guard error.logLine?.contains("not on whitelist") == true else { return error }
        return unreadFormat(error.operation, error.subject)
    }

    /// That a file is of none of these formats.
    static func unreadFormat(_ operation: String, _ path: String) -> FFmpegError {
        var error = FFmpegError(operation, path, code: oc_averror_invaliddata, logLine: nil)
        error.isUnreadFormat = true
        return error
    }
}
