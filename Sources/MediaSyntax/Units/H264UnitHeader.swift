/// The type of a unit of H.264, `nal_unit_type` (H.264, table 7-1). Every number of five bits is one.
package struct H264UnitType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue & 0x1F }

    /// A slice of a frame that is not an IDR frame.
    package static let slice = H264UnitType(rawValue: 1)
    package static let partitionA = H264UnitType(rawValue: 2)
    package static let partitionB = H264UnitType(rawValue: 3)
    package static let partitionC = H264UnitType(rawValue: 4)
    /// A slice of an IDR frame: no frame after it refers to one before it.
    package static let idrSlice = H264UnitType(rawValue: 5)
    package static let supplementalInformation = H264UnitType(rawValue: 6)
    package static let sequenceParameterSet = H264UnitType(rawValue: 7)
    package static let pictureParameterSet = H264UnitType(rawValue: 8)
    package static let accessUnitDelimiter = H264UnitType(rawValue: 9)

    /// Whether it is a part of a frame. What comes before a frame's first part is said of the frame.
    package var isSlice: Bool { (1...5).contains(rawValue) }
}

/// The first byte of a unit of H.264 (H.264, 7.3.1).
package struct H264UnitHeader: Hashable, Sendable {
    package let type: H264UnitType
    /// Whether other frames may refer to this one: `nal_ref_idc` is not 0 (H.264, 7.4.1).
    package let isReference: Bool

    package init(_ byte: UInt8) {
        type = H264UnitType(rawValue: byte)
        isReference = byte >> 5 & 3 != 0
    }
}
