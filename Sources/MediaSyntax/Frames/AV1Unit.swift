/// A unit of AV1 (OBU) in a payload (AV1 bitstream specification, 5.3).
struct AV1Unit {
    enum Kind: UInt8 {
        case sequenceHeader = 1, temporalDelimiter, frameHeader, tileGroup, metadata, frame, redundantFrameHeader,
            tileList
        case padding = 15
    }

    /// `nil` for a kind that is reserved.
    let kind: Kind?
    /// Where it begins, where what it holds does, and where it ends, in bytes of the payload.
    let start: Int
    let content: Int
    let end: Int
    /// Whether its size says no more than there is.
    let isWhole: Bool

    /// Reads the unit at a place; `nil` where its header is cut short. One that goes on beyond the payload ends with it.
    init?(_ payload: Span<UInt8>, at start: Int) {
        guard start < payload.count, payload[start] & 0x80 == 0 else { return nil }
        let header = payload[start]
        kind = Kind(rawValue: header >> 3 & 15)
        self.start = start
        var place = start + (header & 4 != 0 ? 2 : 1)
        guard header & 2 != 0 else {
            // Without a size it goes on to the end.
            guard place <= payload.count else { return nil }
            (content, end, isWhole) = (place, payload.count, true)
            return
        }
        var size: UInt64 = 0
        for index in 0..<8 {
            guard place < payload.count else { return nil }
            let byte = payload[place]
            size |= UInt64(byte & 0x7F) << UInt64(7 * index)
            place += 1
            if byte & 0x80 == 0 { break }
        }
        content = place
        isWhole = size <= UInt64(payload.count - place)
        end = isWhole ? place + Int(size) : payload.count
    }

    /// A unit with a size, of what it holds.
    static func unit(_ kind: Kind, _ content: [UInt8]) -> [UInt8] {
        var bytes = [kind.rawValue << 3 | 2]
        var rest = content.count
        repeat {
            bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return bytes + content
    }
}
