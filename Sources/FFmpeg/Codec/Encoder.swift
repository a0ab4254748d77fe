internal import CFFmpeg
internal import Glibc
internal import Synchronization

/// Turns frames into packets of one stream.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct Encoder: ~Copyable, @unchecked Sendable {
    package let name: String
    package let timeBase: TimeBase
    /// How many samples every frame but the last must have; `nil` where any number is accepted. Audio only.
    package let frameSize: Int?
    /// libav's name of the sample format that audio must have.
    package let sampleFormatName: String?
    package let parameters: CodecParameters
    /// Data that the container stores with the stream: bit-rate properties, mastering data.
    package let sideData: [StreamSideData]

    private let context: CodecContext
    private let sentCount = Atomic(0)
    private let isEnded = Atomic(false)

    package init(_ settings: VideoEncoderSettings) throws(FFmpegError) {
        try unsafe self.init(named: settings.encoder, options: settings.completeOptions) { context in
            unsafe context.pointee.width = Int32(settings.width)
            unsafe context.pointee.height = Int32(settings.height)
            unsafe context.pointee.pix_fmt = settings.pixelFormat.format
            unsafe context.pointee.time_base = settings.timeBase.rational
            if let rate = settings.frameRate { unsafe context.pointee.framerate = rate.rational }
            if let ratio = settings.sampleAspectRatio { unsafe context.pointee.sample_aspect_ratio = ratio.rational }
            unsafe settings.colour.apply(to: context)
            if let order = settings.fieldOrder {
                unsafe context.pointee.field_order = order == .upperFirst ? AV_FIELD_TT : AV_FIELD_BB
                unsafe context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
            }
            if settings.needsGlobalHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
            // 0: as many threads as there are processors.
            unsafe context.pointee.thread_count = Int32(settings.threadCount ?? 0)
        }
    }

    package init(_ settings: AudioEncoderSettings) throws(FFmpegError) {
        try unsafe self.init(named: settings.encoder, options: settings.options) { context in
            unsafe context.pointee.sample_rate = Int32(settings.sampleRate)
            unsafe settings.channelLayout.withLayout { layout in
                _ = unsafe av_channel_layout_copy(&context.pointee.ch_layout, layout)
            }
            if let formats = unsafe context.pointee.codec?.pointee.sample_fmts {
                let format = unsafe Self.preferred(formats, bitsPerSample: settings.bitsPerSample)
                unsafe context.pointee.sample_fmt = format
                // As many as libavcodec's encoders of integers can take (FLAC).
                if format == AV_SAMPLE_FMT_S32 { unsafe context.pointee.bits_per_raw_sample = 24 }
            } else {
                unsafe context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
            }
            unsafe context.pointee.time_base = AVRational(num: 1, den: Int32(settings.sampleRate))
            if let bitRate = settings.bitRate { unsafe context.pointee.bit_rate = bitRate }
            if settings.needsGlobalHeader { unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        }
    }

    private init(
        named encoder: String,
        options: [MetadataEntry],
        configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
    ) throws(FFmpegError) {
        FFmpegLog.install()
        guard let codec = unsafe EncoderCapabilities.find(encoder) else {
            throw FFmpegError("find the encoder", encoder, code: oc_averror_encoder_not_found)
        }
        let owner = try unsafe CodecContext(for: codec)
        let context = unsafe owner.pointer
        unsafe configure(context)
        // An option is one of the encoder's own, or one of libavcodec's for all encoders. An unknown name is an error.
        for option in options {
            try check(
                unsafe av_opt_set(context, option.key, option.value, AV_OPT_SEARCH_CHILDREN),
                "set \(option.key)=\(option.value) for the encoder",
                encoder
            )
        }
        try check(unsafe avcodec_open2(context, codec, nil), "open the encoder", encoder)
        let parameters = try unsafe CodecParameters(of: context)
        self.parameters = parameters
        name = encoder
        timeBase = TimeBase(unsafe context.pointee.time_base)
        let size = Int(unsafe context.pointee.frame_size)
        frameSize = size > 0 ? size : nil
        unsafe sampleFormatName = av_get_sample_fmt_name(context.pointee.sample_fmt).map { unsafe String(cString: $0) }
        unsafe sideData = StreamSideData.list(context.pointee.coded_side_data, Int(context.pointee.nb_coded_side_data))
        self.context = owner
    }

    /// Gives the encoder a frame, which stays the caller's. `false` means that packets must be received first.
    package func send(_ frame: borrowing Frame) throws(FFmpegError) -> Bool {
        // FFV1 writes what the frame says.
        unsafe frame.pointer.pointee.sample_aspect_ratio = context.pointer.pointee.sample_aspect_ratio
        let code = unsafe avcodec_send_frame(context.pointer, frame.pointer)
        if code == oc_averror(EAGAIN) { return false }
        try check(code, "encode", name)
        sentCount.add(1, ordering: .relaxed)
        return true
    }

    /// Tells the encoder that no more frames come.
    package func sendEnd() throws(FFmpegError) {
        isEnded.store(true, ordering: .relaxed)
        let code = unsafe avcodec_send_frame(context.pointer, nil)
        if code == oc_averror_eof { return }
        try check(code, "finish encoding", name)
    }

    /// Receives the next packet, in decoding order. Its timestamps are ticks of ``timeBase``.
    package func receive(into packet: borrowing Packet) throws(FFmpegError) -> CodecState {
        let code = unsafe avcodec_receive_packet(context.pointer, packet.pointer)
        if code == oc_averror(EAGAIN) { return .needsInput }
        if code == oc_averror_eof { return .ended }
        try check(code, "encode", name)
        if hasTooFewFramesToReorder { unsafe packet.pointer.pointee.dts = packet.pointer.pointee.pts }
        return .produced
    }

    /// Whether x265 got fewer frames than it may hold back to reorder them. It computes decoding times then from a delay that it
    /// has not measured yet: from whatever was in its memory. Frames so few are coded in the order in which they are shown.
    private var hasTooFewFramesToReorder: Bool {
        name == "libx265" && isEnded.load(ordering: .relaxed) && sentCount.load(ordering: .relaxed) <= Self.mostHeldBack
    }

    /// Frames that x265 holds back, at most: a B-frame that others refer to comes before them, and what both refer to before that.
    private static let mostHeldBack = 2

    /// Encodes a frame, and calls a body with every packet that is ready, in decoding order.
    ///
    /// - Parameters:
    ///   - frame: Stays the caller's.
    ///   - packet: Holds one packet after the other. Its timestamps are ticks of ``timeBase``.
    ///   - body: Gets the packet that was encoded.
    /// - Throws: ``FFmpegError``, and what the body throws.
    package func encode(
        _ frame: borrowing Frame,
        into packet: borrowing Packet,
        _ body: (borrowing Packet) throws -> Void
    ) throws {
        while try !send(frame) { try drain(into: packet, body) }
        try drain(into: packet, body)
    }

    /// Says that no more frames come, and calls a body with every packet that is left. As ``encode(_:into:_:)``.
    package func finish(into packet: borrowing Packet, _ body: (borrowing Packet) throws -> Void) throws {
        try sendEnd()
        try drain(into: packet, body)
    }

    private func drain(into packet: borrowing Packet, _ body: (borrowing Packet) throws -> Void) throws {
        while try receive(into: packet) == .produced { try body(packet) }
    }

    /// Planar float where the encoder accepts it, because the stretchers give it; integers of 32 bits where 16 are too few; otherwise
    /// the encoder's first choice.
    private static func preferred(
        _ first: UnsafePointer<AVSampleFormat>,
        bitsPerSample: Int
    ) -> AVSampleFormat {
        var formats: [AVSampleFormat] = []
        var next = unsafe first
        while unsafe next.pointee != AV_SAMPLE_FMT_NONE {
            unsafe formats.append(next.pointee)
            unsafe next += 1
        }
        if formats.contains(AV_SAMPLE_FMT_FLTP) { return AV_SAMPLE_FMT_FLTP }
        if bitsPerSample > 16, formats.contains(AV_SAMPLE_FMT_S32) { return AV_SAMPLE_FMT_S32 }
        return unsafe first.pointee
    }
}
