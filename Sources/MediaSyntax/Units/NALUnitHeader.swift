/// What a unit says of itself in its first bytes.
package enum NALUnitHeader: Hashable, Sendable {
    case h264(H264UnitHeader)
    case hevc(HEVCUnitHeader)

    /// Reads the header of the unit that begins at a place; `nil` where its bytes are not all there.
    package init?(_ bytes: Span<UInt8>, at place: Int, codec: NALCodec) {
        guard place >= 0, bytes.count - place >= codec.headerSize else { return nil }
        switch codec {
        case .h264: self = .h264(H264UnitHeader(bytes[place]))
        case .hevc: self = .hevc(HEVCUnitHeader(bytes[place], bytes[place + 1]))
        }
    }

    /// Reads the header of a unit; `nil` where its bytes are not all there.
    package init?(_ unit: ArraySlice<UInt8>, codec: NALCodec) {
        self.init(unit.span, at: 0, codec: codec)
    }

    /// Whether it is a part of a frame.
    package var isSlice: Bool {
        switch self {
        case .h264(let header): header.type.isSlice
        case .hevc(let header): header.type.isSlice
        }
    }

    /// Which parameter set it is, if any.
    package var parameterSet: ParameterSet.Kind? {
        switch self {
        case .h264(let header):
            switch header.type {
            case .sequenceParameterSet: .sequence
            case .pictureParameterSet: .picture
            default: nil
            }
        case .hevc(let header):
            switch header.type {
            case .videoParameterSet: .video
            case .sequenceParameterSet: .sequence
            case .pictureParameterSet: .picture
            default: nil
            }
        }
    }

    /// Whether decoding can begin with the frame that it is a part of.
    package var isRandomAccess: Bool {
        switch self {
        case .h264(let header): header.type == .idrSlice
        case .hevc(let header): header.type.isRandomAccess
        }
    }

    /// Whether it is a part of a frame behind a broken link of HEVC.
    package var isBrokenLink: Bool {
        if case .hevc(let header) = self { header.type.isBrokenLink } else { false }
    }

    /// Whether a decoder forgets all frames before the one that it is a part of: an IDR frame.
    package var forgetsAll: Bool {
        switch self {
        case .h264(let header): header.type == .idrSlice
        case .hevc(let header): [.idr, .idrWithLeading].contains(header.type)
        }
    }

    /// Whether all other frames are decoded the same without the frame that it is a part of.
    ///
    /// `temporalLayers` is the number of layers in the stream, for HEVC; `nil` where that is not known. A frame that its
    /// own layer does not refer to may be referred to by higher layers: only in the highest one it is disposable.
    package func isDisposable(temporalLayers: UInt8?) -> Bool {
        switch self {
        case .h264(let header):
            return header.type.isSlice && !header.isReference
        case .hevc(let header):
            guard let temporalLayers, let layer = header.temporalLayer else { return false }
            return header.type.isSublayerNonReference && layer + 1 == temporalLayers
        }
    }
}
