/// Gives the units of an encoder of HEVC other numbers of parameter sets than 0, so that its sets stand beside those of another
/// stream.
///
/// The number 0 takes one bit, and 15 takes nine. So all that comes after it moves by a whole byte, and the coded data of a
/// slice, which begins with a byte of its own, stays as it is (H.265, 7.3.6.1 and 9.2).
package enum HEVCSetNumber {
    /// The number that sets get.
    package static let other: UInt32 = 15

    /// A unit in which every number of a set is ``other``; `nil` where one is not 0. Units without such numbers stay.
    ///
    /// - Complexity: O(bytes of the unit).
    package static func renumbered(_ unit: ArraySlice<UInt8>) -> [UInt8]? {
        guard case .hevc(let header) = NALUnitHeader(unit, codec: .hevc) else { return nil }
        var bytes = EmulationPrevention.removed(from: unit.dropFirst(NALCodec.hevc.headerSize))
        switch header.type {
        case .videoParameterSet:
            guard replaceVideoNumber(&bytes) else { return nil }
        case .sequenceParameterSet:
            // One temporal layer: then the profile has a fixed size.
            guard replaceVideoNumber(&bytes), bytes[0] >> 1 & 7 == 0, replaceZero(&bytes, at: profileEnd * 8) else {
                return nil
            }
        case .pictureParameterSet:
            guard replaceZero(&bytes, at: 0), replaceZero(&bytes, at: 9) else { return nil }
        case let type where type.isSlice:
            // Whether it is the first of its frame, and where decoding can begin, whether earlier frames are shown.
            guard replaceZero(&bytes, at: type.isRandomAccess ? 2 : 1) else { return nil }
        default:
            return Array(unit)
        }
        return unit.prefix(NALCodec.hevc.headerSize) + EmulationPrevention.added(to: bytes)
    }

    /// What a sequence parameter set says of profile, tier and level: `profile_tier_level` without temporal layers.
    package static func profile(ofSequenceSet unit: ArraySlice<UInt8>) -> [UInt8]? {
        let bytes = EmulationPrevention.removed(from: unit.dropFirst(NALCodec.hevc.headerSize), limit: profileEnd)
        return bytes.count == profileEnd ? Array(bytes[1...]) : nil
    }

    /// A set that states another profile; `nil` where it is too short. A set of a picture states none, and stays.
    package static func stating(profile: [UInt8], in unit: ArraySlice<UInt8>) -> [UInt8]? {
        guard case .hevc(let header) = NALUnitHeader(unit, codec: .hevc) else { return nil }
        let place: Int
        switch header.type {
        case .videoParameterSet: place = 4
        case .sequenceParameterSet: place = 1
        default: return Array(unit)
        }
        var bytes = EmulationPrevention.removed(from: unit.dropFirst(NALCodec.hevc.headerSize))
        guard profile.count == profileEnd - 1, bytes.count > place + profile.count else { return nil }
        bytes.replaceSubrange(place..<place + profile.count, with: profile)
        return unit.prefix(NALCodec.hevc.headerSize) + EmulationPrevention.added(to: bytes)
    }

    /// Where the profile of a sequence parameter set ends, in bytes behind the unit's header.
    private static let profileEnd = 13

    /// The number of the video parameter set, in the first four bits.
    private static func replaceVideoNumber(_ bytes: inout [UInt8]) -> Bool {
        guard let first = bytes.first, first >> 4 == 0 else { return false }
        bytes[0] = UInt8(other) << 4 | first
        return true
    }

    /// The Exp-Golomb code of 0 at a bit becomes that of 15: a one becomes 0000 10000.
    private static func replaceZero(_ bytes: inout [UInt8], at bit: Int) -> Bool {
        let (place, before) = (bit / 8, bit % 8)
        guard place < bytes.count, bytes[place] >> UInt8(7 - before) & 1 == 1 else { return false }
        let old = UInt16(bytes[place])
        let first = (old >> UInt16(8 - before)) << UInt16(16 - before)
        let last = old & ((1 << UInt16(7 - before)) - 1)
        let both = first | (0b10000 << UInt16(7 - before)) | last
        bytes.replaceSubrange(place...place, with: [UInt8(both >> 8), UInt8(both & 0xFF)])
        return true
    }
}

extension NALUnits {
    /// A frame of HEVC at which decoding can begin, as one before which the stream was cut (BLA): what comes before it counts for
    /// nothing then. Frames that come after it and are presented before it must have been left out. Other frames stay.
    package func breakingLink(_ payload: [UInt8]) -> [UInt8] {
        guard codec == .hevc else { return payload }
        var broken = payload
        var cursor = NALUnitCursor(framing)
        while let start = cursor.next(in: payload.span) {
            guard case .hevc(let header) = NALUnitHeader(payload.span, at: start, codec: codec),
                header.type == .cleanRandomAccess
            else { continue }
            broken[start] = payload[start] & 0x81 | HEVCUnitType.brokenLinkLast.rawValue << 1
        }
        return broken
    }
}
