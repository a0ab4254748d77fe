internal import FFmpeg
internal import MediaTime

/// Corrects the frame rate that H.264's and HEVC's parameter sets state, where it contradicts the new one: players and
/// editors read it there. The sets out of band are rewritten once, those within packets where they stand; pictures stay
/// bit-identical.
struct ParameterSetRewriter: ~Copyable, Sendable {
    private let filter: BitstreamFilter
    private let scanner: ParameterSetScanner

    /// The stream's parameters with the sets out of band rewritten.
    var parameters: CodecParameters { filter.parameters }

    /// The rewriter of a track; `nil` where its parameter sets state no rate, or state the right one.
    ///
    /// - Parameter constantRate: the retimed pictures' rate, where it is constant. Where it is not, what the sets
    ///   state is scaled by the playback rate.
    static func make(
        stream: StreamInfo,
        path: String,
        plan: TrackPlan,
        constantRate: FrameRate?
    ) throws(FFmpegError) -> ParameterSetRewriter? {
        guard let codec = ParameterSetCodec(rawValue: stream.parameters.codecName),
            let playback = plan.constantRate, playback != .normal,
            let stated = try statedRate(of: stream, path: path),
            let rate = constantRate ?? stated.scaled(by: playback), rate != stated
        else { return nil }
        return ParameterSetRewriter(
            filter: try BitstreamFilter(
                codec.filter(rate),
                parameters: stream.parameters,
                timeBase: stream.timeBase
            ),
            scanner: ParameterSetScanner(codec: codec, extradata: stream.parameters.extradata)
        )
    }

    /// Rewrites the sets in a packet, if it carries any.
    func rewrite(_ packet: borrowing Packet) throws(FFmpegError) {
        let scanner = scanner
        if packet.withPayload({ scanner.findsParameterSet(in: $0) }) { try filter.apply(to: packet) }
    }

    /// What the sets state: the decoder reads them, and is asked after the first picture.
    private static func statedRate(of stream: StreamInfo, path: String) throws(FFmpegError) -> FrameRate? {
        let demuxer = try Demuxer(path: path)
        demuxer.select { $0 == stream.index }
        let decoder = try Decoder(stream.parameters, timeBase: stream.timeBase, effort: .verification)
        let packet = try Packet()
        let frame = try Frame()
        // Enough packets to fill every decoder's delay.
        for _ in 0..<64 {
            guard try demuxer.read(into: packet) else { break }
            // A damaged packet is no reason to give up: the next may do.
            _ = try? decoder.send(packet)
            packet.reset()
            if let state = try? decoder.receive(into: frame), state == .produced { break }
        }
        return decoder.statedFrameRate.flatMap { FrameRate($0.numerator, $0.denominator) }
    }
}
