/// Units of H.264 that hold fields (H.264, 7.3). All numbers are chosen for frames of 32 × 32 pixels.
enum FieldSyntax {
    struct SliceHeader {
        enum Kind: Int {
            case p = 5
            case b = 6
            case i = 7
        }

        let kind: Kind
        /// Whether it is an IDR picture.
        let isFirst: Bool
        let isReference: Bool
        let frameNumber: Int
        /// `nil` for a frame that is coded whole.
        let isBottom: Bool?
        /// Its place in the order of presentation, in fields.
        let order: Int
    }

    /// Luma of the first frame.
    static let darkest = 20
    /// Luma of a frame is so much greater than that of the frame before it.
    static let step = 8

    static let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]

    static var sequenceSet: [UInt8] {
        var bits = BitWriter()
        // Main profile, level 3.
        bits.write(77, 8)
        bits.write(0, 8)
        bits.write(30, 8)
        // Number; four bits of frame_num; eight of the order; two reference frames, none missing; 2 × 1 macroblocks a field.
        for code in [0, 0, 0, 4, 2] { bits.code(code) }
        bits.write(0, 1)
        for code in [1, 0] { bits.code(code) }
        // Not only frames, no MBAFF, direct_8x8, no cropping.
        bits.write(0b0010, 4)
        // Usability: nothing but 50 ticks a second, constant, and one frame that is held back.
        bits.write(0b1_0000, 5)
        bits.write(1, 1)
        bits.write(1, 32)
        bits.write(50, 32)
        bits.write(0b1_0001_1, 6)
        for code in [0, 0, 9, 9, 1, 2] { bits.code(code) }
        return bits.unit(0x67)
    }

    static var pictureSet: [UInt8] {
        var bits = BitWriter()
        for code in [0, 0] { bits.code(code) }
        bits.write(0, 2)
        for code in [0, 0, 0] { bits.code(code) }
        bits.write(0, 3)
        for code in [0, 0, 0] { bits.code(code) }
        // Slices say how they are deblocked.
        bits.write(0b100, 3)
        return bits.unit(0x68)
    }

    /// One slice: a field or a frame of one brightness. A second field is a bit brighter.
    static func slice(_ header: SliceHeader, number: Int) -> [UInt8] {
        var bits = BitWriter()
        for code in [0, header.kind.rawValue, 0] { bits.code(code) }
        bits.write(header.frameNumber % 16, 4)
        bits.write(header.isBottom == nil ? 0 : 1, 1)
        if let isBottom = header.isBottom { bits.write(isBottom ? 1 : 0, 1) }
        if header.isFirst { bits.code(0) }
        bits.write(header.order % 256, 8)
        // Direct prediction in space; no other number of references, no other order of them.
        switch header.kind {
        case .b: bits.write(0b1000, 4)
        case .p: bits.write(0, 2)
        case .i: break
        }
        if header.isReference { bits.write(0, header.isFirst ? 2 : 1) }
        // The quantiser is as it was, and nothing is deblocked.
        for code in [0, 1] { bits.code(code) }
        let luma = darkest + step * number + (header.isBottom == true ? step / 4 : 0)
        for _ in 0..<(header.isBottom == nil ? 4 : 2) {
            switch header.kind {
            case .i: bits.code(25)
            case .p: for code in [0, 30] { bits.code(code) }
            case .b: for code in [0, 48] { bits.code(code) }
            }
            bits.align()
            for _ in 0..<256 { bits.write(luma, 8) }
            for _ in 0..<128 { bits.write(128, 8) }
        }
        return bits.unit((header.isReference ? 0x60 : 0) | (header.isFirst ? 5 : 1))
    }
}

private struct BitWriter {
    private var bytes: [UInt8] = []
    /// Bits of the last byte that are written.
    private var used = 8

    mutating func write(_ value: Int, _ count: Int) {
        for place in (0..<count).reversed() {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(7 - used)
            used += 1
        }
    }

    /// An Exp-Golomb code.
    mutating func code(_ value: Int) {
        let width = Int.bitWidth - (value + 1).leadingZeroBitCount
        write(0, width - 1)
        write(value + 1, width)
    }

    mutating func align() { used = 8 }

    /// The unit: a start code, a header, the bits with their end, and bytes 03 where a start code would appear.
    consuming func unit(_ header: UInt8) -> [UInt8] {
        write(1, 1)
        var unit: [UInt8] = [0, 0, 0, 1, header]
        var zeros = 0
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            unit.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return unit
    }
}
