internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

/// Corrects the frame rate in the parameter sets of H.264 and HEVC where it contradicts the new one, because players and
/// editors read it there. The sets in the stream's header are rewritten once, those in packets where they stand. Frames
/// stay bit-identical.
struct ParameterSetRewriter: ~Copyable, Sendable {
    /// The stream's parameters with the sets out of band rewritten.
    let parameters: CodecParameters
    private let filter: BitstreamFilter
    private let units: NALUnits

    /// The rewriter of a track; `nil` where its parameter sets state no rate, or state the right one.
    ///
    /// Where the retimed frames' rate is constant, the sets are to state it; where it is not, what they state is scaled
    /// by the playback rate. Frames that are `isPlaced` have that of the output however they are played.
    static func make(
        stream: StreamInfo,
        firstPacket: borrowing Packet,
        plan: TrackPlan,
        constantRate: FrameRate?,
        isPlaced: Bool
    ) throws(FFmpegError) -> ParameterSetRewriter? {
        let playback = plan.constantRate
        let isRetimed = playback.map { $0 != .normal || plan.decimation != nil } ?? false
        guard let codec = NALCodec(rawValue: stream.parameters.codecName), isPlaced || isRetimed,
            let stated = try HeaderParser.statedFrameRate(stream.parameters, in: firstPacket)
                .flatMap({ FrameRate(numerator: Int128($0.numerator), denominator: Int128($0.denominator)) }),
            let rate = constantRate ?? playback.flatMap({ stated.scaled(by: $0)?.decimated(plan.decimation) }),
            rate != stated
        else { return nil }
        let filter = try BitstreamFilter(
            codec.filter(rate),
            parameters: stream.parameters,
            timeBase: stream.timeBase
        )
        let units = NALUnits(codec, configuration: stream.parameters.extradata)
        let parameters = try stream.parameters.exchangingSets(for: filter.parameters.extradata, units)
        return ParameterSetRewriter(parameters: parameters, filter: filter, units: units)
    }

    /// Rewrites the sets in a packet, if it carries any.
    func rewrite(_ packet: borrowing Packet) throws(FFmpegError) {
        let units = units
        guard packet.withUnitHeads({ units.carriesTimingSet($0) }) else { return }
        let filtered = try packet.reference()
        guard units.framing != .startCodes else {
            try filter.apply(to: filtered)
            return try packet.replacePayload(with: filtered.bytes)
        }
        // Only the sets go through the filter: it would read all of a frame, and its result had to be searched for them.
        let payload = packet.bytes
        guard let sets = units.timingSets(of: payload) else { return }
        try filtered.replacePayload(with: sets)
        try filter.apply(to: filtered)
        if let exchanged = units.exchangingTimingSets(of: payload, for: filtered.bytes) {
            try packet.replacePayload(with: exchanged)
        }
    }
}

extension NALUnits {
    /// Whether a packet carries a set that can state a rate. A frame ends the search: sets stand before it.
    func carriesTimingSet(_ payload: Span<UInt8>) -> Bool {
        firstHeader(in: payload) { $0.isSlice || $0.canStateRate }?.canStateRate ?? false
    }

    /// A payload of a packet's sets that can state a rate, and of nothing else.
    fileprivate func timingSets(of bytes: [UInt8]) -> [UInt8]? {
        payload(of: units(of: bytes[...]).filter { codec.canStateRate($0) })
    }

    /// A packet with its sets that can state a rate exchanged, in their order, for those of a payload between start
    /// codes; everything else stays bit for bit. `nil` where a unit is cut short.
    func exchangingTimingSets(of payload: [UInt8], for filtered: [UInt8]) -> [UInt8]? {
        var sets = timingSets(inStartCodes: filtered)
        return replacingUnits(of: payload[...]) { codec.exchanged($0, for: &sets) }
    }
}

extension FrameRate {
    /// What is left of a stated rate where some frames are left out.
    fileprivate func decimated(_ decimation: DecimatedFrames?) -> FrameRate? {
        guard let decimation else { return self }
        return scaled(by: PlaybackRate(1, Int64(decimation.every)))
    }
}
