internal import CFFmpeg

/// Reads what a codec's own headers say, without decoding.
package enum HeaderParser {
    /// The frame rate that the parameter sets of H.264 or HEVC state, by libavcodec's parser; `nil` where they state none.
    ///
    /// - Parameters:
    ///   - parameters: The stream's.
    ///   - packet: A packet of the stream. It says which parameter set is in use.
    /// - Returns: Frames a second.
    /// - Throws: ``FFmpegError``.
    package static func statedFrameRate(
        _ parameters: CodecParameters,
        in packet: borrowing Packet
    ) throws(FFmpegError) -> TimeBase? {
        FFmpegLog.install()
        let codec = unsafe parameters.pointer.pointee.codec_id
        guard let decoder = unsafe avcodec_find_decoder(codec),
            let parser = unsafe av_parser_init(Int32(codec.rawValue))
        else { return nil }
        defer { unsafe av_parser_close(parser) }
        // A packet of a container is a whole frame.
        unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        let context = try unsafe CodecContext(for: decoder)
        try check(
            unsafe avcodec_parameters_to_context(context.pointer, parameters.pointer),
            "parse the headers of",
            parameters.codecName
        )
        unsafe context.pointer.pointee.framerate = AVRational(num: 0, den: 1)
        // H.264 counts fields. Only an open decoder sets this, and the decoder is not opened here.
        if codec == AV_CODEC_ID_H264 { unsafe context.pointer.pointee.ticks_per_frame = 2 }
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
        return TimeBase.optional(unsafe context.pointer.pointee.framerate)
    }
}
