/// Changes the bytes of an MP4 or MOV where libav's muxer has no option for it.
package enum MovieFile {
    /// Turns the video of the first track clockwise for display by a quarter turn, in its header (`tkhd`, ISO/IEC
    /// 14496-12, 8.3.2).
    package static func rotateByQuarterTurn(_ bytes: inout [UInt8]) throws {
        guard let type = firstIndex(of: Array("tkhd".utf8), in: bytes) else { throw ClipError("no track header") }
        // The matrix stands behind the times, whose length the version says.
        let matrix = type + 4 + (bytes[type + 4] == 1 ? 52 : 40)
        let one: [UInt8] = [0, 1, 0, 0]
        let minusOne: [UInt8] = [0xFF, 0xFF, 0, 0]
        let zero: [UInt8] = [0, 0, 0, 0]
        bytes.replaceSubrange(matrix..<matrix + 20, with: zero + one + zero + minusOne + zero)
    }

    /// Says how long the first track is, in its ticks (`mdhd`, ISO/IEC 14496-12, 8.4.2; version 0).
    package static func setMediaDuration(of bytes: inout [UInt8], to ticks: UInt32) throws {
        guard let type = firstIndex(of: Array("mdhd".utf8), in: bytes), bytes[type + 4] == 0 else {
            throw ClipError("no media header of version 0")
        }
        let word = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ticks >> $0) }
        bytes.replaceSubrange(type + 20..<type + 24, with: word)
    }

    /// Replaces the entries of the first track's edit list (ISO/IEC 14496-12, 8.6.6; version 0): the duration in ticks of the movie,
    /// where it begins in ticks of the track, and the rate. The index has to stand behind the media, which it does by default.
    package static func setEdits(
        of bytes: inout [UInt8],
        to entries: [(duration: UInt32, mediaTime: Int32, rate: UInt32)]
    ) throws {
        guard let type = firstIndex(of: Array("elst".utf8), in: bytes) else { throw ClipError("no edit list") }
        func word(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        func number(at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        let size = Int(number(at: type - 4))
        let table = entries.flatMap { word($0.duration) + word(UInt32(bitPattern: $0.mediaTime)) + word($0.rate) }
        let list = Array("elst".utf8) + word(0) + word(UInt32(entries.count)) + table
        let growth = UInt32(bitPattern: Int32(list.count + 4 - size))
        for name in ["moov", "trak", "edts", "elst"] {
            guard let place = firstIndex(of: Array(name.utf8), in: bytes) else { throw ClipError("no \(name)") }
            bytes.replaceSubrange(place - 4..<place, with: word(number(at: place - 4) &+ growth))
        }
        bytes.replaceSubrange(type..<type + size - 4, with: list)
    }

    /// How many ticks of the movie are a second (`mvhd`, version 0).
    package static func timescale(of bytes: [UInt8]) throws -> UInt32 {
        guard let type = firstIndex(of: Array("mvhd".utf8), in: bytes), bytes[type + 4] == 0 else {
            throw ClipError("no movie header of version 0")
        }
        return bytes[type + 16..<type + 20].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Inverts bytes in the middle of a stretch: what a bad sector does.
    package static func damage(_ bytes: inout [UInt8], at position: Int64, count: Int) {
        for index in Int(position)..<min(Int(position) + count, bytes.count) { bytes[index] ^= 0xFF }
    }

    private static func firstIndex(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast(pattern.count).first {
            bytes[$0] == pattern[0] && bytes[$0..<$0 + 4].elementsEqual(pattern)
        }
    }
}
