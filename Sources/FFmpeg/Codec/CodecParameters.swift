internal import CFFmpeg

/// What a decoder must know of a stream: codec, size, layout, headers.
///
/// `@unchecked Sendable`: only this object uses the structure, and does not change it after `init`.
@safe
package final class CodecParameters: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVCodecParameters>

    /// Copies parameters that libav owns.
    init(copying source: UnsafePointer<AVCodecParameters>) throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(avcodec_parameters_alloc(), "codec parameters")
        try check(unsafe avcodec_parameters_copy(pointer, source), "copy", "codec parameters")
    }

    /// Copies the parameters of an open codec.
    init(of context: UnsafePointer<AVCodecContext>) throws(FFmpegError) {
        unsafe pointer = try unsafe allocated(avcodec_parameters_alloc(), "codec parameters")
        try check(unsafe avcodec_parameters_from_context(pointer, context), "copy", "codec parameters")
    }

    /// The same parameters with other codec headers.
    package func replacing(extradata: [UInt8]) throws(FFmpegError) -> CodecParameters {
        let copy = try unsafe CodecParameters(copying: pointer)
        // libav may read a few bytes beyond the end.
        let size = extradata.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
        let memory = try unsafe allocated(av_mallocz(size), "codec headers").assumingMemoryBound(to: UInt8.self)
        for (index, byte) in extradata.enumerated() { unsafe memory[index] = byte }
        unsafe av_free(copy.pointer.pointee.extradata)
        unsafe copy.pointer.pointee.extradata = memory
        unsafe copy.pointer.pointee.extradata_size = Int32(extradata.count)
        return copy
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVCodecParameters>? = unsafe pointer
        unsafe avcodec_parameters_free(&pointer)
    }

    package var kind: MediaKind { MediaKind(unsafe pointer.pointee.codec_type) }

    /// libav's name of the codec: `h264`, `aac`, `pcm_s16le`.
    package var codecName: String { unsafe String(cString: avcodec_get_name(pointer.pointee.codec_id)) }

    /// Whether libav knows the codec at all.
    package var isNamed: Bool { unsafe pointer.pointee.codec_id != AV_CODEC_ID_NONE }

    /// Whether this libav can decode the codec.
    package var hasDecoder: Bool { unsafe avcodec_find_decoder(pointer.pointee.codec_id) != nil }

    /// Whether every frame is coded by itself.
    package var isIntraOnly: Bool {
        guard let descriptor = unsafe avcodec_descriptor_get(pointer.pointee.codec_id) else { return false }
        return unsafe descriptor.pointee.props & AV_CODEC_PROP_INTRA_ONLY != 0
    }

    /// Whether the codec has frames that are presented in another order than they are decoded in.
    package var canReorder: Bool {
        guard let descriptor = unsafe avcodec_descriptor_get(pointer.pointee.codec_id) else { return false }
        return unsafe descriptor.pointee.props & AV_CODEC_PROP_REORDER != 0
    }

    /// Whether the container or the codec says that a frame consists of two fields.
    package var isInterlaced: Bool {
        unsafe ![AV_FIELD_UNKNOWN, AV_FIELD_PROGRESSIVE].contains(pointer.pointee.field_order)
    }

    /// The name of the codec's profile: `High`, `Main 10`, `LC`; `nil` where it has none.
    package var profileName: String? {
        guard let name = unsafe avcodec_profile_name(pointer.pointee.codec_id, pointer.pointee.profile) else {
            return nil
        }
        return unsafe String(cString: name)
    }

    /// The container's four-character code for the codec, where it uses one.
    package var fourCC: String? {
        let tag = unsafe pointer.pointee.codec_tag
        guard tag != 0 else { return nil }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
        return bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
    }

    package var width: Int { Int(unsafe pointer.pointee.width) }
    package var height: Int { Int(unsafe pointer.pointee.height) }

    package var pixelFormat: PixelFormat? {
        guard kind == .video else { return nil }
        return PixelFormat(rawValue: unsafe pointer.pointee.format)
    }

    /// The colours that are stated. The number 0 for the matrix is that of red, green and blue; of other samples it states nothing:
    /// ProRes means by it that the matrix is not known.
    package var colour: ColourDescription {
        var colour = unsafe ColourDescription(
            range: pointer.pointee.color_range,
            primaries: pointer.pointee.color_primaries,
            transfer: pointer.pointee.color_trc,
            matrix: pointer.pointee.color_space,
            chromaLocation: pointer.pointee.chroma_location
        )
        if colour.matrix == "gbr", let pixelFormat, pixelFormat.inPlanes?.planes?.family != .rgb { colour.matrix = nil }
        return colour
    }

    package var sampleRate: Int { Int(unsafe pointer.pointee.sample_rate) }

    /// So many samples a decoder leaves out at the beginning, as far as the container says.
    package var initialPadding: Int { Int(unsafe pointer.pointee.initial_padding) }

    /// Significant bits of one audio sample; 16 for codecs that do not store samples by bits.
    package var bitsPerSample: Int {
        let raw = Int(unsafe pointer.pointee.bits_per_raw_sample)
        if raw > 0 { return raw }
        let coded = Int(unsafe av_get_exact_bits_per_sample(pointer.pointee.codec_id))
        return coded > 0 ? coded : 16
    }

    /// What a second of PCM takes, in bytes; `nil` where audio is stored in another way.
    package var bytesPerSecond: Int? {
        let bits = Int(unsafe av_get_exact_bits_per_sample(pointer.pointee.codec_id))
        guard codecName.hasPrefix("pcm_"), bits > 0 else { return nil }
        return sampleRate * channelLayout.channelCount * bits / 8
    }

    /// Whether audio is stored as floating-point samples, which may be beyond full scale.
    package var isFloatingPoint: Bool { codecName.hasPrefix("pcm_f") }

    package var channelLayout: ChannelLayout { unsafe ChannelLayout(pointer.pointee.ch_layout) }

    /// Whether the file says which loudspeaker each channel belongs to; else ``channelLayout`` is the usual one of so many.
    package var statesLayout: Bool { unsafe pointer.pointee.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC }

    /// Bits a second; `nil` where it is not stated.
    package var bitRate: Int64? {
        let rate = unsafe pointer.pointee.bit_rate
        return rate > 0 ? rate : nil
    }

    /// By how many frames decoding order and presentation order differ at most.
    package var reorderDepth: Int { Int(unsafe pointer.pointee.video_delay) }

    /// Codec headers that are stored outside the packets: parameter sets of H.264 and HEVC, configuration of AAC.
    package var extradata: [UInt8] {
        guard let bytes = unsafe pointer.pointee.extradata else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(pointer.pointee.extradata_size)))
    }
}
