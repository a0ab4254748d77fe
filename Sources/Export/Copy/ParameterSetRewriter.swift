internal import FFmpeg
internal import MediaTime

/// Corrects the frame rate that H.264's and HEVC's parameter sets state, where it contradicts the new one: players and
/// editors read it there. The sets out of band are rewritten once, those within packets where they stand; frames stay
/// bit-identical.
struct ParameterSetRewriter: ~Copyable, Sendable {
    /// The stream's parameters with the sets out of band rewritten.
    let parameters: CodecParameters
    private let filter: BitstreamFilter
    private let scanner: ParameterSetScanner

    /// The rewriter of a track; `nil` where its parameter sets state no rate, or state the right one.
    ///
    /// Where the retimed frames' rate is constant, the sets are to state it; where it is not, what they state is scaled
    /// by the playback rate.
    static func make(
        stream: StreamInfo,
        firstPacket: borrowing Packet,
        plan: TrackPlan,
        constantRate: FrameRate?
    ) throws(FFmpegError) -> ParameterSetRewriter? {
        guard let codec = ParameterSetCodec(rawValue: stream.parameters.codecName),
            let playback = plan.constantRate, playback != .normal || plan.decimation != nil,
            let stated = try HeaderParser.statedFrameRate(stream.parameters, in: firstPacket)
                .flatMap({ FrameRate(numerator: Int128($0.numerator), denominator: Int128($0.denominator)) }),
            let rate = constantRate ?? stated.scaled(by: playback)?.decimated(plan.decimation), rate != stated
        else { return nil }
        let filter = try BitstreamFilter(
            codec.filter(rate),
            parameters: stream.parameters,
            timeBase: stream.timeBase
        )
        let record = stream.parameters.extradata
        let scanner = ParameterSetScanner(codec: codec, lengthSize: codec.lengthSize(in: record))
        let parameters = try parameters(stream.parameters, filtered: filter.parameters.extradata, scanner)
        return ParameterSetRewriter(parameters: parameters, filter: filter, scanner: scanner)
    }

    /// The filter writes start codes whatever it reads; where the stream has a configuration record, that is kept, and
    /// only its sets are exchanged.
    private static func parameters(
        _ original: CodecParameters,
        filtered: [UInt8],
        _ scanner: ParameterSetScanner
    ) throws(FFmpegError) -> CodecParameters {
        guard scanner.lengthSize != nil else { return try original.replacing(extradata: filtered) }
        var sets = scanner.sets(inAnnexB: filtered)[...]
        let record = scanner.codec.record(original.extradata) { unit in
            let isSet = unit.first.map(scanner.codec.isParameterSet) ?? false
            return isSet ? sets.popFirst() ?? unit : unit
        }
        return try record.map { record throws(FFmpegError) in try original.replacing(extradata: record) } ?? original
    }

    /// Rewrites the sets in a packet, if it carries any.
    func rewrite(_ packet: borrowing Packet) throws(FFmpegError) {
        let scanner = scanner
        guard packet.withPayload({ scanner.findsParameterSet(in: $0) }) else { return }
        let filtered = try packet.reference()
        try filter.apply(to: filtered)
        let bytes = filtered.bytes
        if scanner.lengthSize == nil {
            try packet.replacePayload(with: bytes)
        } else if let exchanged = scanner.exchange(packet.bytes, for: scanner.sets(inAnnexB: bytes)) {
            try packet.replacePayload(with: exchanged)
        }
    }
}

extension FrameRate {
    /// What is left of a stated rate where some frames are left out.
    fileprivate func decimated(_ decimation: DecimatedFrames?) -> FrameRate? {
        guard let decimation else { return self }
        return scaled(by: PlaybackRate(1, Int64(decimation.every)))
    }
}
