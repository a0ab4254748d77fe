@testable import Capture

/// H.264 and HEVC as MP4 stores them (ISO/IEC 14496-15): units with their lengths before them.
enum LengthPrefixed {
    /// Whether no other frame refers to this one.
    static func isDisposable(_ bytes: [UInt8], _ coding: FrameCoding) -> Bool {
        for unit in units(bytes) {
            switch coding {
            case .hevc:
                // Of the types below 16 the even ones are not referred to, in the highest layer of time (H.265, 7.4.2.2).
                let type = unit[0] >> 1 & 0x3F
                if type < 32 { return type < 16 && type % 2 == 0 }
            default:
                // `nal_ref_idc` of a slice (H.264, 7.4.1).
                if [1, 5].contains(unit[0] & 0x1F) { return unit[0] >> 5 & 3 == 0 }
            }
        }
        return false
    }

    static func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var rest = bytes[...]
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            units.append(Array(rest.dropFirst(4).prefix(length)))
            rest = rest.dropFirst(4 + length)
        }
        return units
    }
}

/// The units of the byte-stream format (ITU-T H.264, annex B).
enum ByteStream {
    static func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var start: Int?
        var index = 0
        func end(at place: Int) {
            guard let start else { return }
            var end = place
            while end > start, bytes[end - 1] == 0 { end -= 1 }
            units.append(Array(bytes[start..<end]))
        }
        while index + 2 < bytes.count {
            if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                end(at: index)
                start = index + 3
                index += 3
            } else {
                index += 1
            }
        }
        end(at: bytes.count)
        return units
    }
}
