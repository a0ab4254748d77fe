internal import FFmpeg
internal import MediaSyntax
internal import MediaTime

extension CodecParameters {
    /// The same with another frame rate in the parameter sets out of band; `nil` for codecs without such sets.
    ///
    /// - Throws: ``FFmpegError`` where the sets cannot be read.
    func stating(_ rate: FrameRate) throws(FFmpegError) -> CodecParameters? {
        guard let codec = NALCodec(rawValue: codecName) else { return nil }
        // Of a stream's header it is of no account what its timestamps count.
        let filter = try BitstreamFilter(codec.filter(rate), parameters: self, timeBase: TimeBase(1, 1000))
        let units = NALUnits(codec, configuration: extradata)
        return try exchangingSets(for: filter.parameters.extradata, units)
    }

    /// The same with the sets that can state a rate exchanged for those that a filter has made of them.
    ///
    /// libavcodec's filter writes start codes whatever it reads. Where the stream has a configuration record, that is kept, and
    /// only its sets are exchanged.
    func exchangingSets(for filtered: [UInt8], _ units: NALUnits) throws(FFmpegError) -> CodecParameters {
        guard units.framing != .startCodes else { return try replacing(extradata: filtered) }
        guard var configuration = units.codec.configuration(extradata) else { return self }
        var sets = units.timingSets(inStartCodes: filtered)
        configuration.replaceUnits { units.codec.exchanged($0, for: &sets) }
        return try replacing(extradata: configuration.record)
    }
}

extension NALUnits {
    /// The sets that can state a rate among units between start codes.
    func timingSets(inStartCodes bytes: [UInt8]) -> ArraySlice<ArraySlice<UInt8>> {
        NALUnits(codec, .startCodes).units(of: bytes[...]).filter { codec.canStateRate($0) }[...]
    }
}

extension NALCodec {
    /// The next of some sets in place of one that can state a rate; all other units, and those for which there is none
    /// left, stay.
    func exchanged(
        _ unit: ArraySlice<UInt8>,
        for sets: inout ArraySlice<ArraySlice<UInt8>>
    ) -> ArraySlice<UInt8> {
        canStateRate(unit) ? sets.popFirst() ?? unit : unit
    }

    func canStateRate(_ unit: ArraySlice<UInt8>) -> Bool {
        NALUnitHeader(unit, codec: self)?.canStateRate ?? false
    }

    /// libavcodec's filter, set to a frame rate. H.264 counts two ticks to a frame, one for each field.
    func filter(_ rate: FrameRate) -> String {
        switch self {
        case .h264: "h264_metadata=tick_rate=\(Int64(rate.numerator) * 2)/\(rate.denominator)"
        case .hevc: "hevc_metadata=tick_rate=\(rate.numerator)/\(rate.denominator)"
        }
    }
}

extension NALUnitHeader {
    /// Whether it is a set that can state a rate: H.264's SPS, HEVC's VPS and SPS.
    var canStateRate: Bool { parameterSet == .sequence || parameterSet == .video }
}
