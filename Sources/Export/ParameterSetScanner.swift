internal import MediaTime

/// A codec whose parameter sets state a frame rate.
enum ParameterSetCodec: String {
    case h264, hevc

    /// Whether a unit, by its first byte, is a set that can state a rate: H.264's SPS, HEVC's VPS and SPS.
    func isParameterSet(_ header: UInt8) -> Bool {
        switch self {
        case .h264: header & 0x1F == 7
        case .hevc: (32...33).contains(header >> 1 & 0x3F)
        }
    }

    /// Whether a unit is part of a picture: no parameter set comes after it in the packet.
    func isPicture(_ header: UInt8) -> Bool {
        switch self {
        case .h264: (1...5).contains(header & 0x1F)
        case .hevc: header >> 1 & 0x3F < 32
        }
    }

    /// libavcodec's filter, set to a frame rate. H.264 counts two ticks to a frame, one for each field.
    func filter(_ rate: FrameRate) -> String {
        switch self {
        case .h264: "h264_metadata=tick_rate=\(Int64(rate.numerator) * 2)/\(rate.denominator)"
        case .hevc: "hevc_metadata=tick_rate=\(rate.numerator)/\(rate.denominator)"
        }
    }
}

/// Looks for parameter sets in packets.
struct ParameterSetScanner: Sendable {
    private let codec: ParameterSetCodec
    /// Bytes of a unit's length prefix; `nil` where start codes separate the units (ITU-T H.264, annex B).
    private let lengthSize: Int?

    /// avcC and hvcC (ISO/IEC 14496-15) begin with 1 and say how long length prefixes are.
    init(codec: ParameterSetCodec, extradata: [UInt8]) {
        self.codec = codec
        let place = codec == .h264 ? 4 : 21
        lengthSize = extradata.first == 1 && extradata.count > place ? Int(extradata[place] & 3) + 1 : nil
    }

    /// Whether the packet carries a set; pictures end the search, because sets stand before them.
    func findsParameterSet(in payload: Span<UInt8>) -> Bool {
        guard let lengthSize else { return findsByStartCode(payload) }
        var offset = 0
        while offset + lengthSize < payload.count {
            var length = 0
            for index in 0..<lengthSize { length = length << 8 | Int(payload[offset + index]) }
            let header = payload[offset + lengthSize]
            if codec.isParameterSet(header) { return true }
            if codec.isPicture(header) { return false }
            offset += lengthSize + length
        }
        return false
    }

    private func findsByStartCode(_ payload: Span<UInt8>) -> Bool {
        var offset = 0
        while offset + 3 < payload.count {
            guard payload[offset] == 0, payload[offset + 1] == 0, payload[offset + 2] == 1 else {
                offset += 1
                continue
            }
            let header = payload[offset + 3]
            if codec.isParameterSet(header) { return true }
            if codec.isPicture(header) { return false }
            offset += 3
        }
        return false
    }
}
