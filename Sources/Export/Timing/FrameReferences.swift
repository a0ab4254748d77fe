internal import FFmpeg
internal import MediaSyntax

/// Tells which frames of a stream no other frame refers to, from the stream itself.
struct FrameReferences {
    private enum Kind {
        /// Every frame is coded by itself.
        case none
        case units(NALUnits, temporalLayers: UInt8?)
        /// Nothing is known but what the container says: of other codecs, and of HEVC's fields, which are packets of their own.
        case unknown(NALUnits?)
    }

    private let kind: Kind

    /// - Parameters:
    ///   - parameters: Those of the stream.
    ///   - standAlone: Whether it is known that no frame refers to another: ``StandaloneFrames``.
    init(_ parameters: CodecParameters, standAlone: Bool = false) {
        if standAlone || parameters.isIntraOnly {
            kind = .none
        } else if let codec = NALCodec(rawValue: parameters.codecName), codec == .h264 || !parameters.isInterlaced {
            let record = parameters.extradata
            kind = .units(
                NALUnits(codec, configuration: record),
                temporalLayers: codec == .hevc ? HEVCConfiguration.temporalLayers(in: record) : nil
            )
        } else {
            kind = .unknown(NALUnits(parameters))
        }
    }

    /// Whether all others are decoded the same without it.
    func isDisposable(_ packet: borrowing Packet) -> Bool {
        switch kind {
        case .none: true
        case .unknown: packet.isDisposable
        case .units(let units, let temporalLayers):
            !packet.isKey && packet.withUnitHeads { units.isDisposable($0, temporalLayers: temporalLayers) }
        }
    }

    /// Whether a packet has parameter sets in front of its frame: those of later frames, too.
    func carriesSets(_ packet: borrowing Packet) -> Bool {
        switch kind {
        case .none: false
        case .unknown(let units): carriesSets(packet, units)
        case .units(let units, _): carriesSets(packet, units)
        }
    }

    private func carriesSets(_ packet: borrowing Packet, _ units: NALUnits?) -> Bool {
        packet.withUnitHeads { payload in
            units?.firstHeader(in: payload) { $0.isSlice || $0.parameterSet != nil }?.parameterSet != nil
        }
    }
}
