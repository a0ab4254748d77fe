internal import CFFmpeg

/// Tells in which order the frames of H.264 and HEVC are presented, from their headers, without decoding: by the picture
/// order count (H.264 8.2.1, H.265 8.3.1), as libavcodec's parser computes it.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
@safe
final class FrameOrderParser: @unchecked Sendable {
    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private let context: CodecContext

    /// A parser of a stream; `nil` for other codecs.
    init?(_ parameters: CodecParameters) throws(FFmpegError) {
        let codec = unsafe parameters.pointer.pointee.codec_id
        guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC,
            let decoder = unsafe avcodec_find_decoder(codec)
        else { return nil }
        let context = try unsafe CodecContext(for: decoder)
        try check(
            unsafe avcodec_parameters_to_context(context.pointer, parameters.pointer),
            "parse the headers of",
            parameters.codecName
        )
        guard let opened = unsafe av_parser_init(Int32(codec.rawValue)) else { return nil }
        // A packet of a container is a whole frame.
        unsafe opened.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        unsafe parser = opened
        self.context = context
    }

    deinit { unsafe av_parser_close(parser) }

    /// The place of the next packet's frame among those that follow the same key frame: a greater number is presented later.
    func number(of packet: borrowing Packet) -> Int {
        var output: UnsafeMutablePointer<UInt8>?
        var size: Int32 = 0
        _ = unsafe av_parser_parse2(
            parser,
            context.pointer,
            &output,
            &size,
            packet.pointer.pointee.data,
            packet.pointer.pointee.size,
            oc_nopts,
            oc_nopts,
            0
        )
        return Int(unsafe parser.pointee.output_picture_number)
    }
}
