internal import FFmpeg
internal import MediaFormats
internal import MediaSyntax
internal import MediaTime

/// An open file of which a track is copied, and what its parameter sets need.
struct CopiedFile: ~Copyable, Sendable {
    let reader: TrackReader
    let parameterSets: ParameterSetRewriter?
    /// Writes its texts anew; `nil` where payloads stay as they are.
    let translator: TextTranslator?
    /// What the file's first packet says of x264.
    let encoderVersion: [UInt8]?
    /// The rate of the retimed frames, where it is certain that there is one.
    let constantRate: FrameRate?

    /// What the muxer is told of the codec.
    var parameters: CodecParameters {
        if let translator { return translator.parameters }
        return switch parameterSets {
        case .some(let rewriter): rewriter.parameters
        case .none: reader.stream.parameters
        }
    }

    /// Opens the file of a part. With `leavingPayloads`, payloads are not read where they can be copied from file to file.
    static func open(
        _ part: TrackPart,
        of plan: TrackPlan,
        _ inputs: [MediaDescription],
        leavingPayloads: Bool
    ) throws(FFmpegError) -> CopiedFile {
        var reader = try TrackReader(inputs[part.input], track: part.source)
        if leavingPayloads { try reader.leavePayloads() }
        // The first text may come late.
        let first = part.source.kind.isTimed ? try reader.peek() : try Packet()
        let rate = part.placeRate ?? constantRate(of: plan, reader)
        let parameterSets = try ParameterSetRewriter.make(
            stream: reader.stream,
            firstPacket: first,
            plan: plan,
            constantRate: rate,
            isPlaced: part.placeRate != nil
        )
        let units = NALUnits(reader.stream.parameters)
        return CopiedFile(
            reader: reader,
            parameterSets: parameterSets,
            translator: try translator(for: plan, reader.stream),
            encoderVersion: first.withPayload { payload in units?.encoderVersion(of: payload) },
            constantRate: rate
        )
    }

    private static func translator(for plan: TrackPlan, _ stream: StreamInfo) throws(FFmpegError) -> TextTranslator? {
        guard case .rewriteText(let codec, _) = plan.treatment else { return nil }
        return try TextTranslator(from: stream.parameters, timeBase: stream.timeBase, to: codec.rawValue)
    }

    /// There is a rate where the container claims a constant one, its index, where it has one, agrees, and the playback rate does
    /// not change.
    private static func constantRate(of plan: TrackPlan, _ reader: borrowing TrackReader) -> FrameRate? {
        if let decimation = plan.decimation {
            return plan.constantRate.flatMap { decimation.timing.constantRate?.scaled(by: $0) }
        }
        guard let frame = plan.source.video, let playback = plan.constantRate else { return nil }
        if let grid = plan.source.grid { return grid.hasGaps ? nil : grid.rate.scaled(by: playback) }
        guard frame.claimsConstantRate, let claimed = frame.claimedFrameRate else { return nil }
        if let index = reader.index, index.step == nil, index.count > 2 { return nil }
        return claimed.scaled(by: playback)
    }
}
