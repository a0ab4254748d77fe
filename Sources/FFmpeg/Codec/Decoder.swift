internal import CFFmpeg
internal import Glibc

/// Turns packets of one stream into frames.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct Decoder: ~Copyable, @unchecked Sendable {
    /// How much of the work the decoder does.
    package enum Effort: Sendable {
        /// Everything: frames can be shown.
        case full
        /// Enough to find damage: the bit stream is parsed, but frames are not fit to be shown.
        case verification
        /// Nothing is decoded: whether what a container says of a stream opens it.
        case opening
    }

    package let name: String
    private let context: CodecContext

    /// Opens a decoder. Timestamps of its frames are ticks of `timeBase`, as those of the packets are.
    package init(
        _ parameters: CodecParameters,
        timeBase: TimeBase,
        effort: Effort = .full
    ) throws(FFmpegError) {
        FFmpegLog.install()
        // All of it is assigned behind what throws: else Swift 6.3 releases `context` before it has a value, where it optimises.
        let name = parameters.codecName
        guard let codec = unsafe avcodec_find_decoder(parameters.pointer.pointee.codec_id) else {
            throw FFmpegError("find a decoder for", name, code: oc_averror_decoder_not_found)
        }
        let context = try unsafe CodecContext(for: codec, keepingErrors: true)
        let pointer = unsafe context.pointer
        try check(unsafe avcodec_parameters_to_context(pointer, parameters.pointer), "set up the decoder", name)
        unsafe pointer.pointee.pkt_timebase = timeBase.rational
        // Else columns that are hidden at the left are shown in part.
        unsafe pointer.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        // 0: as many threads as there are processors.
        unsafe pointer.pointee.thread_count = effort == .opening ? 1 : 0
        if effort == .verification {
            unsafe pointer.pointee.skip_loop_filter = AVDISCARD_ALL
            unsafe pointer.pointee.skip_idct = AVDISCARD_ALL
        }
        try check(unsafe avcodec_open2(pointer, codec, nil), "open the decoder", name)
        (self.name, self.context) = (name, context)
    }

    /// Gives the decoder a packet, which stays the caller's. `false` means that frames must be received first.
    package func send(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
        try packet.load()
        unsafe oc_decoder_begins(context.pointer, rawTimestamp(packet.pts ?? packet.dts))
        let code = unsafe avcodec_send_packet(context.pointer, packet.pointer)
        if code == oc_averror(EAGAIN) { return false }
        try check(code, "decode", name)
        return true
    }

    /// Tells the decoder that no more packets come.
    package func sendEnd() throws(FFmpegError) {
        let code = unsafe avcodec_send_packet(context.pointer, nil)
        if code == oc_averror_eof { return }
        try check(code, "finish decoding", name)
    }

    /// Receives the next frame, in presentation order.
    package func receive(into frame: borrowing Frame) throws(FFmpegError) -> CodecState {
        let code = unsafe avcodec_receive_frame(context.pointer, frame.pointer)
        if code == oc_averror(EAGAIN) { return .needsInput }
        if code == oc_averror_eof { return .ended }
        try check(code, "decode", name)
        try frame.straightenRows(aligning: true)
        return .produced
    }

    /// Decodes a packet, and calls a body with every frame that is ready, in presentation order.
    ///
    /// - Parameters:
    ///   - packet: Stays the caller's.
    ///   - frame: Holds one frame after the other.
    ///   - body: Gets the frame that was decoded.
    /// - Throws: ``FFmpegError``, and what the body throws.
    package func decode(
        _ packet: borrowing Packet,
        into frame: borrowing Frame,
        _ body: (borrowing Frame) throws -> Void
    ) throws {
        while try !send(packet) { try drain(into: frame, body) }
        try drain(into: frame, body)
    }

    /// Says that no more packets come, and calls a body with every frame that is left. As ``decode(_:into:_:)``.
    package func finish(into frame: borrowing Frame, _ body: (borrowing Frame) throws -> Void) throws {
        try sendEnd()
        try drain(into: frame, body)
    }

    private func drain(into frame: borrowing Frame, _ body: (borrowing Frame) throws -> Void) throws {
        while try receive(into: frame) == .produced { try body(frame) }
    }

    /// The errors that the decoder has logged since the last call, the newest of each packet. It conceals damage, and then reports
    /// success.
    package func takeErrors() -> [LoggedError] { number.map(FFmpegLog.shared.takeErrors) ?? [] }

    /// That under which the log keeps its errors.
    var number: UInt? { context.number }

    /// Makes the decoder forget all packets: after a seek.
    package func flush() {
        unsafe avcodec_flush_buffers(context.pointer)
    }

    /// Whether frames are passed over to which no other frame refers: what is decoded only because of frames behind it.
    package func skipUnreferencedFrames(_ skips: Bool) {
        unsafe context.pointer.pointee.skip_frame = skips ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }

    /// Whether frames are dropped that libavcodec does not know to be whole, unless ``showUnrecovered(_:)`` is called. Of H.264 it drops the
    /// last ones, too, where decoding began with a frame that is no IDR frame and has not come out when the stream ends.
    package var dropsUnrecovered: Bool { name == "h264" }

    /// Whether all frames come, of which the caller knows from which on they are whole.
    package func showUnrecovered(_ shows: Bool) {
        if shows {
            unsafe context.pointer.pointee.flags2 |= AV_CODEC_FLAG2_SHOW_ALL
        } else {
            unsafe context.pointer.pointee.flags2 &= ~AV_CODEC_FLAG2_SHOW_ALL
        }
    }

    /// The frame rate that the codec's own headers state (parameter sets of H.264 and HEVC); `nil` before the first frame,
    /// and where they state none.
    package var statedFrameRate: TimeBase? {
        TimeBase.optional(unsafe context.pointer.pointee.framerate)
    }
}
