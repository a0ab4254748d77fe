/// The number that says what an element of EBML is, with its length marker (RFC 8794, 5). The names are those of
/// Matroska (RFC 9559, 5).
package struct ElementID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// All of a Matroska file but its header.
    package static let segment = ElementID(rawValue: 0x1853_8067)
    package static let tracks = ElementID(rawValue: 0x1654_AE6B)
    package static let trackEntry = ElementID(rawValue: 0xAE)
    package static let trackNumber = ElementID(rawValue: 0xD7)
    package static let trackType = ElementID(rawValue: 0x83)
    /// 0: the track is not to be presented.
    package static let flagEnabled = ElementID(rawValue: 0xB9)
    /// 0: each block holds one packet.
    package static let flagLacing = ElementID(rawValue: 0x9C)
    package static let video = ElementID(rawValue: 0xE0)
    package static let pixelCropBottom = ElementID(rawValue: 0x54AA)
    package static let pixelCropTop = ElementID(rawValue: 0x54BB)
    package static let pixelCropLeft = ElementID(rawValue: 0x54CC)
    package static let pixelCropRight = ElementID(rawValue: 0x54DD)
    package static let codecID = ElementID(rawValue: 0x86)
    /// How much earlier the track's packets are presented than their blocks say, in nanoseconds.
    package static let codecDelay = ElementID(rawValue: 0x56AA)
    package static let contentEncodings = ElementID(rawValue: 0x6D80)
    package static let contentEncoding = ElementID(rawValue: 0x6240)
    /// 0: compressed; 1: encrypted.
    package static let contentEncodingType = ElementID(rawValue: 0x5033)
    package static let contentEncryption = ElementID(rawValue: 0x5035)
    package static let chapters = ElementID(rawValue: 0x1043_A770)
    package static let editionEntry = ElementID(rawValue: 0x45B9)
    /// 1: players are to choose this one.
    package static let editionFlagDefault = ElementID(rawValue: 0x45DB)
    package static let chapterAtom = ElementID(rawValue: 0xB6)
    /// In nanoseconds, as the end is.
    package static let chapterTimeStart = ElementID(rawValue: 0x91)
    package static let chapterTimeEnd = ElementID(rawValue: 0x92)
    package static let chapterDisplay = ElementID(rawValue: 0x80)
    package static let chapterString = ElementID(rawValue: 0x85)
    /// CRC-32 of what stands behind it in the same element.
    package static let checksum = ElementID(rawValue: 0xBF)
    /// Where other elements of the segment are.
    package static let seekHead = ElementID(rawValue: 0x114D_9B74)
    package static let seek = ElementID(rawValue: 0x4DBB)
    package static let seekID = ElementID(rawValue: 0x53AB)
    /// In bytes from where the content of the segment begins.
    package static let seekPosition = ElementID(rawValue: 0x53AC)
    /// 1: the chapters are played one after the other, whatever lies between them.
    package static let editionFlagOrdered = ElementID(rawValue: 0x45DD)
    /// Some packets of all tracks.
    package static let cluster = ElementID(rawValue: 0x1F43_B675)
}
