/// The type of a unit of HEVC, `nal_unit_type` (H.265, table 7-1). Every number of six bits is one.
package struct HEVCUnitType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue & 0x3F }

    package static let trailingNonReference = HEVCUnitType(rawValue: 0)
    package static let trailing = HEVCUnitType(rawValue: 1)
    /// BLA: decoding can begin, and what refers to frames before it cannot be decoded.
    package static let brokenLink = HEVCUnitType(rawValue: 16)
    package static let brokenLinkLast = HEVCUnitType(rawValue: 18)
    /// IDR: no frame after it refers to one before it.
    package static let idrWithLeading = HEVCUnitType(rawValue: 19)
    package static let idr = HEVCUnitType(rawValue: 20)
    /// CRA: decoding can begin; frames that are shown before it may refer to frames before it.
    package static let cleanRandomAccess = HEVCUnitType(rawValue: 21)
    package static let videoParameterSet = HEVCUnitType(rawValue: 32)
    package static let sequenceParameterSet = HEVCUnitType(rawValue: 33)
    package static let pictureParameterSet = HEVCUnitType(rawValue: 34)
    package static let accessUnitDelimiter = HEVCUnitType(rawValue: 35)
    package static let supplementalInformation = HEVCUnitType(rawValue: 39)

    /// Whether it is a part of a frame. What comes before a frame's first part is said of the frame.
    package var isSlice: Bool { rawValue < 32 }

    /// Whether decoding can begin with the frame (IRAP, with the two types that are reserved for it).
    package var isRandomAccess: Bool { (16...23).contains(rawValue) }
    /// Whether it is a frame behind a broken link: a decoder forgets what came before it.
    package var isBrokenLink: Bool { (16...18).contains(rawValue) }

    /// RADL: presented before the frame at which decoding can begin, and decodable from there (H.265, 7.4.2.2).
    package var isDecodableLeading: Bool { (6...7).contains(rawValue) }

    /// RASL: presented before the frame at which decoding can begin, and referring to frames before that (H.265, 7.4.2.2).
    package var isSkippedLeading: Bool { (8...9).contains(rawValue) }

    /// EOS and EOB: what follows is decoded as if nothing had come before.
    package var endsSequence: Bool { (36...37).contains(rawValue) }

    /// Whether no frame of its own temporal layer refers to it: types below 16 with even numbers (H.265, 7.4.2.2).
    package var isSublayerNonReference: Bool { rawValue < 16 && rawValue % 2 == 0 }
}

/// The first two bytes of a unit of HEVC (H.265, 7.3.1.2).
package struct HEVCUnitHeader: Hashable, Sendable {
    package let type: HEVCUnitType
    /// 0 but for streams of several layers.
    package let layerID: UInt8
    /// The temporal layer, counted from 0: frames refer to frames of the same or of lower layers only. `nil` for 0 in
    /// the header, which the standard forbids.
    package let temporalLayer: UInt8?

    package init(_ first: UInt8, _ second: UInt8) {
        type = HEVCUnitType(rawValue: first >> 1)
        layerID = first << 5 & 0x20 | second >> 3
        temporalLayer = second & 7 > 0 ? second & 7 - 1 : nil
    }
}
