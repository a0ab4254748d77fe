internal import CFFmpeg

/// libavcodec's parser of a codec: it reads what the headers in packets say, without decoding.
///
/// `@unchecked Sendable`: its owners are noncopyable or use it at once, so one thread at a time uses it.
@safe
final class CodecParser: @unchecked Sendable {
    /// What the parser has found out of the packet that it was given last.
    let pointer: UnsafeMutablePointer<AVCodecParserContext>
    /// What it has found out of the stream. The decoder in it is not opened.
    let context: CodecContext

    /// A parser of a stream; `nil` where libavcodec has none for its codec.
    init?(_ parameters: CodecParameters) throws(FFmpegError) {
        FFmpegLog.install()
        let codec = unsafe parameters.pointer.pointee.codec_id
        guard let decoder = unsafe avcodec_find_decoder(codec) else { return nil }
        let context = try unsafe CodecContext(for: decoder)
        try check(
            unsafe avcodec_parameters_to_context(context.pointer, parameters.pointer),
            "parse the headers of",
            parameters.codecName
        )
        guard let opened = unsafe av_parser_init(Int32(codec.rawValue)) else { return nil }
        // A packet of a container is a whole frame.
        unsafe opened.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        unsafe pointer = opened
        self.context = context
    }

    deinit { unsafe av_parser_close(pointer) }

    /// Reads the headers of the next packet.
    func parse(_ packet: borrowing Packet) {
        var output: UnsafeMutablePointer<UInt8>?
        var size: Int32 = 0
        _ = unsafe av_parser_parse2(
            pointer,
            context.pointer,
            &output,
            &size,
            packet.pointer.pointee.data,
            packet.pointer.pointee.size,
            oc_nopts,
            oc_nopts,
            0
        )
    }
}
