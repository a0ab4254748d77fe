/// Moves the times that stand within subtitles that are pictures. All other bytes stay as they are.
package enum PictureTimes {
    /// A subpicture of a DVD (as in VobSub) with the delays of its control sequences moved, which say when it is shown and when no more: in
    /// units of 1024/90000 s, in 16 bits.
    ///
    /// - Returns: The bytes, and whether a delay is longer than can be stated: then the longest that can be is.
    /// - Complexity: O(number of control sequences).
    package static func movedSubpicture(_ packet: [UInt8], by times: InnerTimes) -> (bytes: [UInt8], isCut: Bool) {
        var (bytes, isCut) = (packet, false)
        // Large ones begin with a length of zero, and have offsets of four bytes.
        let isLarge = packet.starts(with: [0, 0])
        let (start, width) = isLarge ? (6, 4) : (2, 2)
        guard var place = number(in: packet, at: start, count: width) else { return (packet, false) }
        while let delay = number(in: packet, at: place, count: 2) {
            let microseconds = (Int64(delay) * 1024 * 100 + 4) / 9
            let moved = times.placeOfEnd(microseconds)
            let units = moved < InnerTimes.farthest ? (moved * 9 + 51_200) / 102_400 : .max
            if units > 0xFFFF { isCut = true }
            let stated = UInt16(clamping: units)
            (bytes[place], bytes[place + 1]) = (UInt8(stated >> 8), UInt8(truncatingIfNeeded: stated))
            // The last one leads to itself.
            guard let next = number(in: packet, at: place + 2, count: width), next > place else { break }
            place = next
        }
        return (bytes, isCut)
    }

    /// Pages of DVB's subtitles (ETSI EN 300 743, 7.2.2) with the time moved after which each disappears where nothing takes it away before: in
    /// whole seconds, up to 255. It is rounded up, and cut at that.
    /// - Complexity: O(number of segments).
    package static func movedPages(_ packet: [UInt8], by times: InnerTimes) -> [UInt8] {
        var bytes = packet
        // As in a transport stream, or without what comes first there.
        var place = packet.starts(with: [0x20, 0x00]) ? 2 : 0
        while place + 6 < packet.count, packet[place] == 0x0F, let length = number(in: packet, at: place + 4, count: 2)
        {
            let isPage = packet[place + 1] == 0x10
            if isPage, length > 0 {
                let moved = times.placeOfEnd(Int64(packet[place + 6]) * 1_000_000)
                if packet[place + 6] > 0 { bytes[place + 6] = UInt8(clamping: max(1, (moved - 1) / 1_000_000 + 1)) }
            }
            place += 6 + length
        }
        return bytes
    }

    private static func number(in bytes: [UInt8], at place: Int, count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
