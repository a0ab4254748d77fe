internal import CFFmpeg

/// Makes packets of audio last as long as they are heard. An encoder fills its last packet, and a container says how much of that is none of
/// the sound.
///
/// libavformat takes it off the duration in Ogg and MP4, and not in MP3 and Matroska. MP4 says it by nothing but the duration: of Opus,
/// decoders and the muxer of Matroska are told so, too, as they are by the other containers.
struct EndPadding {
    /// Where the padding of a packet is stated.
    private enum Statement {
        /// Beside the payload: in samples.
        case besidePayload
        /// In the duration, which is shorter than what a decoder makes of the packet.
        case inDuration
    }

    private let statement: Statement
    /// Samples a second, by the streams' indices.
    private let sampleRates: [Int: Int32]
    private let context: InputContext

    /// `nil` where there is nothing to do.
    init?(_ context: InputContext, _ streams: [StreamInfo], format: String) {
        switch format.prefix(while: { $0 != "," }) {
        case "mp3", "matroska": statement = .besidePayload
        case "mov": statement = .inDuration
        default: return nil
        }
        var sampleRates: [Int: Int32] = [:]
        for stream in streams where stream.kind == .audio {
            let isOpus = stream.parameters.codecName == "opus"
            guard statement == .besidePayload || isOpus,
                let rate = isOpus ? OpusHeader.sampleRate : Int32(exactly: stream.parameters.sampleRate), rate > 0
            else { continue }
            sampleRates[stream.index] = rate
        }
        if sampleRates.isEmpty { return nil }
        (self.sampleRates, self.context) = (sampleRates, context)
    }

    /// Gives a packet the duration for which it is heard, or states what of it is not.
    func mend(_ packet: borrowing Packet) {
        guard let sampleRate = sampleRates[packet.streamIndex], packet.duration > 0,
            let stream = unsafe context.pointer.pointee.streams[packet.streamIndex]
        else { return }
        let (sample, tick) = (AVRational(num: 1, den: sampleRate), unsafe stream.pointee.time_base)
        switch statement {
        case .besidePayload:
            guard packet.endPadding > 0 else { return }
            // Down, so that a tick is left of what is heard for less.
            let padding = av_rescale_q_rnd(Int64(packet.endPadding), sample, tick, AV_ROUND_DOWN)
            packet.duration = max(0, packet.duration - padding)
        case .inDuration:
            // Elsewhere durations may be uneven, and packets follow one another whole.
            guard unsafe Self.isLast(packet, in: stream), let count = packet.withPayload(OpusPacket.sampleCount) else {
                return
            }
            let padding = Int64(count) - av_rescale_q(packet.duration, tick, sample)
            if (1..<Int64(count)).contains(padding) { packet.state(endPadding: UInt32(padding)) }
        }
    }

    /// Whether a packet is the last one in the container's index. That of fragments grows while they are read.
    private static func isLast(_ packet: borrowing Packet, in stream: UnsafeMutablePointer<AVStream>) -> Bool {
        let count = unsafe avformat_index_get_entries_count(stream)
        guard count > 0, unsafe stream.pointee.nb_frames > 0,
            let last = unsafe avformat_index_get_entry(stream, count - 1)?.pointee.time
        else {
            return false
        }
        return packet.dts == last
    }
}
