internal import CFFmpeg
internal import Glibc

extension CodecParameters {
    /// Parameters of video that comes from a camera, not from a container.
    ///
    /// - Parameters:
    ///   - codec: libav's name of the codec.
    ///   - width: Pixels in a row.
    ///   - height: Rows of pixels.
    ///   - pixelFormat: How samples lie in memory; `nil` where that is not known.
    ///   - fourCC: The container's four-character code for raw video, which says how samples lie in memory.
    ///   - colour: What the samples stand for.
    ///   - fieldOrder: Which field of interlaced frames, whose lines take turns, was captured first; `nil` for whole frames.
    ///   - extradata: The codec's headers.
    /// - Returns: The parameters.
    /// - Throws: ``FFmpegError``.
    package static func frames(
        codec: String,
        width: Int,
        height: Int,
        pixelFormat: PixelFormat?,
        fourCC: String? = nil,
        colour: ColourDescription = ColourDescription(),
        fieldOrder: FieldOrder? = nil,
        extradata: [UInt8] = []
    ) throws(FFmpegError) -> CodecParameters {
        guard let descriptor = unsafe avcodec_descriptor_get_by_name(codec) else {
            throw FFmpegError("find the codec", codec, code: oc_averror(EINVAL))
        }
        let pointer = try unsafe allocated(avcodec_parameters_alloc(), "codec parameters")
        defer {
            var pointer: UnsafeMutablePointer<AVCodecParameters>? = unsafe pointer
            unsafe avcodec_parameters_free(&pointer)
        }
        unsafe pointer.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        unsafe pointer.pointee.codec_id = descriptor.pointee.id
        unsafe pointer.pointee.width = Int32(width)
        unsafe pointer.pointee.height = Int32(height)
        if let pixelFormat { unsafe pointer.pointee.format = pixelFormat.rawValue }
        unsafe colour.apply(to: pointer)
        // The lines of both fields take turns, from the upper one's on (QuickTime's details 9 and 14, by libav's names).
        if let fieldOrder {
            unsafe pointer.pointee.field_order = fieldOrder == .upperFirst ? AV_FIELD_TB : AV_FIELD_BT
        }
        let made = try unsafe CodecParameters(copying: pointer)
        let named = try fourCC.map { code throws(FFmpegError) in try made.replacing(fourCC: code) } ?? made
        return extradata.isEmpty ? named : try named.replacing(extradata: extradata)
    }

    /// Parameters of a file within the file, which stands in them.
    package static func attachment(_ contents: [UInt8]) throws(FFmpegError) -> CodecParameters {
        let pointer = try unsafe allocated(avcodec_parameters_alloc(), "codec parameters")
        defer {
            var pointer: UnsafeMutablePointer<AVCodecParameters>? = unsafe pointer
            unsafe avcodec_parameters_free(&pointer)
        }
        unsafe pointer.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
        return try unsafe CodecParameters(copying: pointer).replacing(extradata: contents)
    }

    /// The same parameters with another four-character code for the codec.
    package func replacing(fourCC: String) throws(FFmpegError) -> CodecParameters {
        let copy = try unsafe CodecParameters(copying: pointer)
        unsafe copy.pointer.pointee.codec_tag = fourCC.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        return copy
    }
}
