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
        guard let parser = try CodecParser(parameters) else { return nil }
        let context = unsafe parser.context.pointer
        unsafe context.pointee.framerate = AVRational(num: 0, den: 1)
        // H.264 counts fields. Only an open decoder sets this, and the decoder is not opened here.
        if unsafe context.pointee.codec_id == AV_CODEC_ID_H264 { unsafe context.pointee.ticks_per_frame = 2 }
        parser.parse(packet)
        return TimeBase.optional(unsafe context.pointee.framerate)
    }
}
