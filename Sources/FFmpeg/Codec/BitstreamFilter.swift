internal import CFFmpeg
internal import Glibc

/// Rewrites packets without decoding them.
///
/// `@unchecked Sendable`: noncopyable, so one thread at a time uses it.
@safe
package struct BitstreamFilter: ~Copyable, @unchecked Sendable {
    package let name: String
    /// The stream's parameters after the filter. Parameter sets that are stored outside the packets are already rewritten.
    package let parameters: CodecParameters
    private let context: BitstreamFilterContext

    /// Opens filters by libavcodec's notation: `h264_metadata=tick_rate=120`.
    package init(_ chain: String, parameters: CodecParameters, timeBase: TimeBase) throws(FFmpegError) {
        FFmpegLog.install()
        name = chain
        let owner = try BitstreamFilterContext(chain: chain)
        let context = unsafe owner.pointer
        try check(
            unsafe avcodec_parameters_copy(context.pointee.par_in, parameters.pointer),
            "set up the bit-stream filter",
            chain
        )
        unsafe context.pointee.time_base_in = timeBase.rational
        try check(unsafe av_bsf_init(context), "set up the bit-stream filter", chain)
        self.parameters = try unsafe CodecParameters(copying: context.pointee.par_out)
        self.context = owner
    }

    /// Rewrites a packet in place. Only for filters that give exactly one packet for each packet.
    package func apply(to packet: borrowing Packet) throws(FFmpegError) {
        if try !filter(packet) { try check(oc_averror(EAGAIN), "filter a packet with", name) }
    }

    /// Rewrites a packet in place; `false` where the filter gives none for it.
    package func filter(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
        try packet.load()
        try check(unsafe av_bsf_send_packet(context.pointer, packet.pointer), "filter a packet with", name)
        let code = unsafe av_bsf_receive_packet(context.pointer, packet.pointer)
        if code == oc_averror(EAGAIN) { return false }
        try check(code, "filter a packet with", name)
        return true
    }

    /// Forgets what the filter holds.
    package func reset() { unsafe av_bsf_flush(context.pointer) }
}
