internal import CFFmpeg
internal import Glibc

/// Turns packets of one stream into frames.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct Decoder: ~Copyable, @unchecked Sendable {
    /// How much of the work is done.
    package enum Effort: Sendable {
        /// Frames as they are meant to be seen.
        case full
        /// Enough to find damage: the bit stream is parsed, the frames are not finished.
        case verification
    }

    package let name: String
    private let context: CodecContext
    private let number: UInt

    /// Opens a decoder. Timestamps of its frames are ticks of `timeBase`, as those of the packets are.
    package init(
        _ parameters: CodecParameters,
        timeBase: TimeBase,
        effort: Effort = .full
    ) throws(FFmpegError) {
        FFmpegLog.install()
        name = parameters.codecName
        guard let codec = unsafe avcodec_find_decoder(parameters.pointer.pointee.codec_id) else {
            throw FFmpegError("find a decoder for", parameters.codecName, code: oc_averror_decoder_not_found)
        }
        let context = try unsafe CodecContext(for: codec)
        let pointer = unsafe context.pointer
        try check(unsafe avcodec_parameters_to_context(pointer, parameters.pointer), "set up the decoder", name)
        unsafe pointer.pointee.pkt_timebase = timeBase.rational
        let number = FFmpegLog.shared.registerDecoder()
        unsafe pointer.pointee.opaque = UnsafeMutableRawPointer(bitPattern: number)
        // 0: as many threads as there are processors.
        unsafe pointer.pointee.thread_count = 0
        if effort == .verification {
            unsafe pointer.pointee.skip_loop_filter = AVDISCARD_ALL
            unsafe pointer.pointee.skip_idct = AVDISCARD_ALL
        }
        try check(unsafe avcodec_open2(pointer, codec, nil), "open the decoder", name)
        self.number = number
        self.context = context
    }

    /// Hands a packet over, which stays the caller's; `false` when frames must be taken out first.
    package func send(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
        let code = unsafe avcodec_send_packet(context.pointer, packet.pointer)
        if code == oc_averror(EAGAIN) { return false }
        try check(code, "decode", name)
        return true
    }

    /// Says that no more packets come.
    package func sendEnd() throws(FFmpegError) {
        let code = unsafe avcodec_send_packet(context.pointer, nil)
        if code == oc_averror_eof { return }
        try check(code, "finish decoding", name)
    }

    /// Takes the next frame out, in presentation order.
    package func receive(into frame: borrowing Frame) throws(FFmpegError) -> CodecState {
        let code = unsafe avcodec_receive_frame(context.pointer, frame.pointer)
        if code == oc_averror(EAGAIN) { return .needsInput }
        if code == oc_averror_eof { return .ended }
        try check(code, "decode", name)
        return .produced
    }

    /// What the decoder complained of since the last time it was asked: it conceals damage and returns success.
    package func takeError() -> String? { FFmpegLog.shared.takeError(ofDecoder: number) }

    /// Forgets what it has been fed, after a seek.
    package func flush() {
        unsafe avcodec_flush_buffers(context.pointer)
    }

    /// The frame rate that the codec's own headers (H.264's and HEVC's parameter sets) state; known after the first
    /// frame.
    package var statedFrameRate: TimeBase? {
        TimeBase.optional(unsafe context.pointer.pointee.framerate)
    }
}
