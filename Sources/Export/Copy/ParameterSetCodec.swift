internal import MediaTime

/// A codec whose parameter sets state a frame rate, and how its bit stream is laid out.
enum ParameterSetCodec: String {
    case h264, hevc

    /// Whether a unit, by its first byte, is a set that can state a rate: H.264's SPS, HEVC's VPS and SPS.
    func isParameterSet(_ header: UInt8) -> Bool {
        switch self {
        case .h264: header & 0x1F == 7
        case .hevc: (32...33).contains(header >> 1 & 0x3F)
        }
    }

    /// Whether a unit is part of a frame: no parameter set comes after it in the packet.
    func isFrame(_ header: UInt8) -> Bool {
        switch self {
        case .h264: (1...5).contains(header & 0x1F)
        case .hevc: header >> 1 & 0x3F < 32
        }
    }

    /// Whether no other frame refers to the one that a unit, by its first two bytes, is part of: H.264's `nal_ref_idc`
    /// (7.4.1), HEVC's types below 16 with even numbers in the highest temporal layer (H.265, 7.4.2.2): in lower ones higher
    /// ones may still refer to it.
    func isDisposable(_ header: (UInt8, UInt8), temporalLayers: UInt8?) -> Bool {
        switch self {
        case .h264: header.0 >> 5 & 3 == 0
        case .hevc: header.0 >> 1 & 0x3F < 16 && header.0 >> 1 & 1 == 0 && header.1 & 7 == temporalLayers
        }
    }

    /// How many temporal layers there are by the configuration record; `nil` where it does not say, or the codec has none.
    func temporalLayers(in record: [UInt8]) -> UInt8? {
        guard self == .hevc, record.first == 1, record.count > 21 else { return nil }
        let count = record[21] >> 3 & 7
        return count > 0 ? count : nil
    }

    /// libavcodec's filter, set to a frame rate. H.264 counts two ticks to a frame, one for each field.
    func filter(_ rate: FrameRate) -> String {
        switch self {
        case .h264: "h264_metadata=tick_rate=\(Int64(rate.numerator) * 2)/\(rate.denominator)"
        case .hevc: "hevc_metadata=tick_rate=\(rate.numerator)/\(rate.denominator)"
        }
    }

    /// Bytes of a unit's length prefix by the configuration record (avcC, hvcC: ISO/IEC 14496-15); `nil` where the
    /// stream has none and separates its units by start codes.
    func lengthSize(in record: [UInt8]) -> Int? {
        let place = self == .h264 ? 4 : 21
        guard record.first == 1, record.count > place else { return nil }
        return Int(record[place] & 3) + 1
    }

    /// The configuration record with its units replaced by a body, which gets each unit in turn; `nil` where the
    /// record ends early.
    func record(_ record: [UInt8], replacing replace: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> [UInt8]? {
        var reader = ByteReader(record)
        var output: [UInt8] = []
        func copyUnits(_ count: Int) -> Bool {
            for _ in 0..<count {
                guard let length = reader.number(2), let unit = reader.bytes(length) else { return false }
                let new = replace(unit)
                output += [UInt8(new.count >> 8 & 0xFF), UInt8(new.count & 0xFF)]
                output += new
            }
            return true
        }
        switch self {
        case .h264:
            guard let head = reader.bytes(5), let sequenceSets = reader.number(1) else { return nil }
            output += head
            output.append(UInt8(sequenceSets))
            guard copyUnits(sequenceSets & 0x1F), let frameSets = reader.number(1) else { return nil }
            output.append(UInt8(frameSets))
            guard copyUnits(frameSets) else { return nil }
        case .hevc:
            guard let head = reader.bytes(22), let arrays = reader.number(1) else { return nil }
            output += head
            output.append(UInt8(arrays))
            for _ in 0..<arrays {
                guard let array = reader.bytes(3) else { return nil }
                output += array
                guard copyUnits(Int(array[array.startIndex + 1]) << 8 | Int(array[array.startIndex + 2])) else {
                    return nil
                }
            }
        }
        return output + reader.rest
    }
}

/// Reads bytes and big-endian numbers off the front of an array.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number(_ count: Int) -> Int? {
        bytes(count).map { $0.reduce(0) { $0 << 8 | Int($1) } }
    }
}
