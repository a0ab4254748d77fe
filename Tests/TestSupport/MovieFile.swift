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
