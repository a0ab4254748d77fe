/// How a payload is divided into units.
package enum NALFraming: Hashable, Sendable {
    /// 00 00 01 stands before each unit (H.264 and H.265, annex B).
    case startCodes
    /// The unit's length in so many bytes, 1 to 4, stands before each (ISO/IEC 14496-15).
    case lengths(size: Int)
}

/// Goes from unit to unit of a payload. The payload is lent to each call, so that it is not copied.
///
/// Between start codes a unit's end is looked for only when somebody asks: frames are long, and whoever looks for what
/// stands before them does not need it.
package struct NALUnitCursor {
    private let framing: NALFraming
    /// Where the search for the next unit begins.
    private var position = 0
    /// The end of the unit by the length before it, which may be beyond the payload's.
    private var statedEnd: Int?

    package init(_ framing: NALFraming) { self.framing = framing }

    /// Goes to the next unit that has a byte at least, and returns where it begins; `nil` where there is none.
    package mutating func next(in payload: Span<UInt8>) -> Int? {
        switch framing {
        case .startCodes:
            guard let start = Self.unitStart(in: payload, from: position) else { return nil }
            position = start
            return start < payload.count ? start : nil
        case .lengths(let size):
            while payload.count - position > size {
                var length = 0
                for index in 0..<size { length = length << 8 | Int(payload[position + index]) }
                let start = position + size
                position = length <= payload.count - start ? start + length : payload.count
                statedEnd = start + length
                if length > 0 { return start }
            }
            return nil
        }
    }

    /// Where a unit ends, that ``next(in:)`` has just found; `nil` where the payload ends before it.
    ///
    /// - Complexity: O(bytes of the unit) between start codes.
    package func end(ofUnitAt start: Int, in payload: Span<UInt8>) -> Int? {
        switch framing {
        case .startCodes:
            var end = Self.unitStart(in: payload, from: start).map { $0 - 3 } ?? payload.count
            // Zeros before a start code belong to no unit: a unit never ends in one.
            while end > start, payload[end - 1] == 0 { end -= 1 }
            return end
        case .lengths:
            return statedEnd.flatMap { $0 <= payload.count ? $0 : nil }
        }
    }

    /// Where the unit begins behind the next start code.
    private static func unitStart(in payload: Span<UInt8>, from start: Int) -> Int? {
        var zeros = 0
        for index in start..<payload.count {
            let byte = payload[index]
            if byte == 1, zeros >= 2 { return index + 1 }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return nil
    }
}
