/// The timestamps of packetised streams in MPEG-TS (ISO/IEC 13818-1, 2.4.3.7).
package enum TransportTimes {
    /// Takes the timestamps out of packets of video, by their numbers. Stuffing takes their place.
    package static func remove(from file: inout [UInt8], where isRemoved: (Int) -> Bool) {
        var number = 0
        for start in stride(from: 0, through: file.count - 188, by: 188) {
            let packet = file[start..<start + 188]
            guard packet[start + 1] & 0x40 != 0, packet[start + 3] & 0x10 != 0 else { continue }
            var unit = start + 4
            if packet[start + 3] & 0x20 != 0 { unit += 1 + Int(packet[unit]) }
            guard unit + 9 <= packet.endIndex, packet[unit..<unit + 3].elementsEqual([0, 0, 1]),
                packet[unit + 3] & 0xF0 == 0xE0
            else { continue }
            if isRemoved(number) {
                file[unit + 7] &= 0x3F
                let header = unit + 9..<unit + 9 + Int(file[unit + 8])
                file.replaceSubrange(header, with: repeatElement(0xFF, count: header.count))
            }
            number += 1
        }
    }
}
