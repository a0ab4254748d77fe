/// How the packets of a codec say where decoding can begin.
package enum FrameSyntax: Hashable, Sendable {
    case units(NALUnits)
    case vp9
    case av1(AV1Stream)

    /// Of a stream with a codec by libav's name, and with what its container says out of band; `nil` for codecs whose packets are not
    /// read.
    package init?(codec: String, configuration: [UInt8]) {
        switch codec {
        case "vp9": self = .vp9
        case "av1": self = .av1(AV1Stream(configuration: configuration))
        default:
            guard let codec = NALCodec(rawValue: codec) else { return nil }
            self = .units(NALUnits(codec, configuration: configuration))
        }
    }

    /// What a packet says of where decoding can begin; `nil` where it ends before the frame.
    ///
    /// - Complexity: O(bytes before the frame's data).
    package func decodingEntry(_ payload: Span<UInt8>) -> DecodingEntry? {
        switch self {
        case .units(let units): units.decodingEntry(payload)
        case .vp9:
            payload.count == 0
                ? nil
                : DecodingEntry(
                    kind: VP9KeyFrame(payload) == nil ? .none : .exact,
                    isReference: true,
                    isDecodableLeading: false
                )
        case .av1(let stream): stream.decodingEntry(payload)
        }
    }

    /// Whether decoding can begin with a frame, exactly or not; `nil` where the payload ends before the frame.
    package func canBeginDecoding(_ payload: Span<UInt8>) -> Bool? {
        decodingEntry(payload).map { $0.kind != .none }
    }

    /// Whether a decoder forgets all frames before a packet's first one.
    package func forgetsAll(_ payload: Span<UInt8>) -> Bool {
        switch self {
        case .units(let units): units.firstHeader(in: payload, where: \.isSlice)?.forgetsAll ?? false
        // In order of decoding all frames are shown as they come, so that none refers across.
        case .vp9, .av1: canBeginDecoding(payload) ?? false
        }
    }

    /// Whether a packet with which decoding can begin says itself that what comes before it counts for nothing: a broken link of HEVC.
    package func isBroken(_ payload: Span<UInt8>) -> Bool {
        guard case .units(let units) = self else { return false }
        return units.firstHeader(in: payload, where: \.isSlice)?.isBrokenLink ?? false
    }

    /// A packet at which decoding can begin, changed so that it can follow frames of another encoder: it has the header of its
    /// sequence, or says that what comes before it counts for nothing.
    package func broken(_ payload: [UInt8]) -> [UInt8] {
        switch self {
        case .units(let units): units.codec == .hevc ? units.breakingLink(payload) : payload
        case .vp9: payload
        case .av1(let stream): stream.heading(payload)
        }
    }
}
