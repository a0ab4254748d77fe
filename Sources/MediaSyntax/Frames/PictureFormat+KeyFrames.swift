/// Formats that stand in the pictures' own headers.
extension PictureFormat {
    /// What a key frame of VP8 says (RFC 6386, 9.1); `nil` for other frames. Each side has 14 bits.
    init?(vp8 payload: Span<UInt8>) {
        guard payload.count >= 10, payload[0] & 1 == 0, payload[3] == 0x9D, payload[4] == 0x01, payload[5] == 0x2A
        else {
            return nil
        }
        func side(_ place: Int) -> Int { Int(payload[place]) | Int(payload[place + 1] & 0x3F) << 8 }
        let (width, height) = (side(6), side(8))
        guard width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }

    /// What the header of a sequence says with which a packet of MPEG-1 or MPEG-2 begins, and the extension behind it (ISO/IEC 13818-2,
    /// 6.2.2.1 and 6.2.2.3); `nil` where it begins with none. Of MPEG-1 the shape of pixels is not read.
    init?(mpeg payload: Span<UInt8>) {
        guard payload.count >= 12, Self.isCode(0xB3, at: 0, in: payload) else { return nil }
        var width = Int(payload[4]) << 4 | Int(payload[5] >> 4)
        var height = Int(payload[5] & 15) << 8 | Int(payload[6])
        let shape = Int(payload[7] >> 4)
        // Behind it, and behind tables for its coefficients.
        let extended = (12..<max(12, min(payload.count - 5, Self.longestSequence))).first { place in
            Self.isCode(0xB5, at: place, in: payload) && payload[place + 4] >> 4 == 1
        }
        if let extended {
            guard extended + 6 < payload.count else { return nil }
            let bits = Int(payload[extended + 5]) << 8 | Int(payload[extended + 6])
            width |= (bits >> 7 & 3) << 12
            height |= (bits >> 5 & 3) << 12
        }
        guard width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
        guard extended != nil, Self.shapes.indices.contains(shape - 2) else { return }
        // The header says the shape of the whole picture.
        let (across, down) = Self.shapes[shape - 2]
        pixel = Pixel(UInt32(across * height), UInt32(down * width))
    }

    /// What the frame header of a JPEG image says (ISO/IEC 10918-1, B.2.2); `nil` where none comes before its data.
    init?(jpeg payload: Span<UInt8>) {
        var place = 2
        while place + 9 < payload.count, payload[place] == 0xFF {
            let (marker, length) = (payload[place + 1], Int(payload[place + 2]) << 8 | Int(payload[place + 3]))
            if Self.frameMarkers.contains(marker) {
                let height = Int(payload[place + 5]) << 8 | Int(payload[place + 6])
                let width = Int(payload[place + 7]) << 8 | Int(payload[place + 8])
                guard width > 0, height > 0 else { return nil }
                self.init(width: width, height: height)
                return
            }
            // The data begins.
            if marker == 0xDA { return nil }
            // Markers may be filled up.
            place += marker == 0xFF ? 1 : 2 + length
        }
        return nil
    }

    private static func isCode(_ code: UInt8, at place: Int, in payload: Span<UInt8>) -> Bool {
        payload[place] == 0 && payload[place + 1] == 0 && payload[place + 2] == 1 && payload[place + 3] == code
    }

    /// 4:3, 16:9 and 2.21:1, from the number 2 on.
    private static let shapes = [(4, 3), (16, 9), (221, 100)]
    /// A header with two tables, and the extension's start.
    private static let longestSequence = 200
    /// Frames that are coded by Huffman's method: baseline, extended, progressive, lossless.
    private static let frameMarkers: ClosedRange<UInt8> = 0xC0...0xC3
}

extension PictureFormat.Pixel {
    /// A shape in its smallest numbers; `nil` for square pixels, and where a side is 0.
    init?(_ width: UInt32, _ height: UInt32) {
        guard width > 0, height > 0, width != height else { return nil }
        var (divisor, rest) = (width, height)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        self.init(width: width / divisor, height: height / divisor)
    }
}
