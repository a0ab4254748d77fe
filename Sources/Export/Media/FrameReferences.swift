internal import FFmpeg

/// Tells which frames of a stream no other frame refers to, from the stream itself.
struct FrameReferences {
    private enum Kind {
        /// Every frame is coded by itself.
        case none
        case units(ParameterSetScanner, temporalLayers: UInt8?)
        /// Nothing is known but what the container says: of other codecs, and of fields, which may be packets of their own.
        case unknown
    }

    private let kind: Kind

    init(_ parameters: CodecParameters) {
        if parameters.isIntraOnly {
            kind = .none
        } else if let codec = ParameterSetCodec(rawValue: parameters.codecName), !parameters.isInterlaced {
            let record = parameters.extradata
            let scanner = ParameterSetScanner(codec: codec, lengthSize: codec.lengthSize(in: record))
            kind = .units(scanner, temporalLayers: codec.temporalLayers(in: record))
        } else {
            kind = .unknown
        }
    }

    /// Whether all others are decoded the same without it.
    func isDisposable(_ packet: borrowing Packet) -> Bool {
        switch kind {
        case .none: true
        case .unknown: packet.isDisposable
        case .units(let scanner, let temporalLayers):
            !packet.isKey
                && packet.withPayload { payload in
                    guard let place = scanner.firstUnit(in: payload, where: scanner.codec.isFrame),
                        place + 1 < payload.count
                    else { return false }
                    let header = (payload[place], payload[place + 1])
                    return scanner.codec.isDisposable(header, temporalLayers: temporalLayers)
                }
        }
    }
}
