/// A frame number that a program reads back from the frame: a strip of 32 black and white blocks along the bottom.
///
/// From the left: a start marker of four blocks, the number as 24 bits of Gray code (highest first), one parity block,
/// and a stop marker of three. In Gray code neighbouring numbers differ in one bit, and by the parity block besides, so
/// that a mixture of two neighbouring frames has grey blocks, and reads as neither.
///
/// The geometry is in proportion to the frame (1/32 of its width, 1/18 of its height) and survives scaling. At the
/// smallest size of ``SyntheticScene`` a block measures 10 x 10 pixels, larger than an 8 x 8 transform block.
public enum FrameBarcode {
    /// Numbers from here on wrap around to zero.
    public static let limit: Int64 = 1 << bits

    private static let bits = 24
    static let blocks = 32
    private static let blocksInHeight = 18

    /// The markers in place, highest bit leftmost, and the blocks that they take. A mirrored or inverted strip does
    /// not have them.
    private static let markers: UInt32 = 0b1011 << 28 | 0b010
    private static let markerMask: UInt32 = 0b1111 << 28 | 0b111

    /// The strip for a number, leftmost block in the highest bit, white as 1.
    static func pattern(of number: Int64) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: number) & UInt32(limit - 1)
        let gray = number ^ number >> 1
        return markers | gray << 4 | parity(gray) << 3
    }

    /// The number of a strip; `nil` where a marker or the parity is wrong.
    static func number(of pattern: UInt32) -> Int64? {
        guard pattern & markerMask == markers else { return nil }
        let gray = pattern >> 4 & UInt32(limit - 1)
        guard pattern >> 3 & 1 == parity(gray) else { return nil }
        // Every bit of the number is the parity of the Gray bits from the top down to it.
        var number = gray
        for shift in [1, 2, 4, 8, 16] { number ^= number >> shift }
        return Int64(number)
    }

    private static func parity(_ bits: UInt32) -> UInt32 { UInt32(bits.nonzeroBitCount & 1) }

    /// Columns of a block, counted from the left.
    static func columns(ofBlock block: Int, width: Int) -> Range<Int> {
        block * width / blocks..<(block + 1) * width / blocks
    }

    /// Rows of the strip.
    static func rows(height: Int) -> Range<Int> {
        height - height / blocksInHeight..<height
    }
}

extension FrameBarcode {
    /// Reads the frame number that a frame carries.
    ///
    /// - Parameters:
    ///   - luma: the luma plane's bytes, as libav's planes are laid out: a sample of more than 8 bits takes two bytes,
    ///     the low one first.
    ///   - stride: bytes from one row to the next.
    ///   - width: pixels in a row.
    ///   - height: rows of the frame.
    ///   - bitDepth: significant bits of a sample.
    /// - Returns: a number from 0 up to ``limit``; `nil` where there is none, or it cannot be made out, or the frame
    ///   mixes frames of different numbers.
    /// - Complexity: O(width x height / 72): a quarter of the strip is looked at.
    public static func frameNumber(
        in luma: Span<UInt8>,
        stride: Int,
        width: Int,
        height: Int,
        bitDepth: Int = 8
    ) -> Int64? {
        let bytes = bitDepth > 8 ? 2 : 1
        let rows = middle(of: rows(height: height))
        guard width >= blocks, !rows.isEmpty, luma.count >= (height - 1) * stride + width * bytes else { return nil }

        let levels = (0..<blocks).map { block in
            mean(in: luma, rows, middle(of: columns(ofBlock: block, width: width)), stride: stride, bytes: bytes)
        }
        return pattern(ofLevels: levels, leastContrast: Double(1 << bitDepth) / 4).flatMap(number(of:))
    }

    /// Black or white for every block, by comparison with the markers; `nil` where a block is neither. Whether the
    /// markers are in place is left to ``number(of:)``.
    private static func pattern(ofLevels levels: [Double], leastContrast: Double) -> UInt32? {
        func markerLevel(_ marked: UInt32) -> Double {
            let found = levels.indices.filter { marked >> (blocks - 1 - $0) & 1 == 1 }
            return found.reduce(0) { $0 + levels[$1] } / Double(found.count)
        }
        let white = markerLevel(markers)
        let black = markerLevel(markerMask & ~markers)
        guard white - black >= leastContrast else { return nil }

        var pattern: UInt32 = 0
        for level in levels {
            switch (level - black) / (white - black) {
            case ..<0.35: pattern = pattern << 1
            case 0.65...: pattern = pattern << 1 | 1
            default: return nil
            }
        }
        return pattern
    }

    /// The middle half, where neither blur nor the edge of a transform block reaches.
    private static func middle(of range: Range<Int>) -> Range<Int> {
        let margin = range.count / 4
        return range.lowerBound + margin..<range.upperBound - margin
    }

    private static func mean(
        in luma: Span<UInt8>,
        _ rows: Range<Int>,
        _ columns: Range<Int>,
        stride: Int,
        bytes: Int
    ) -> Double {
        var sum = 0
        for row in rows {
            for column in columns {
                let index = row * stride + column * bytes
                sum += Int(luma[index])
                if bytes > 1 { sum += Int(luma[index + 1]) << 8 }
            }
        }
        return Double(sum) / Double(rows.count * columns.count)
    }
}

extension PlaneCanvas {
    /// Draws the strip for a frame number over what is there.
    func drawBarcode(of number: Int64, width: Int, height: Int, in samples: inout MutableSpan<UInt8>) {
        let pattern = FrameBarcode.pattern(of: number)
        let rows = FrameBarcode.rows(height: height)
        for block in 0..<FrameBarcode.blocks {
            let columns = FrameBarcode.columns(ofBlock: block, width: width)
            let isWhite = pattern >> (FrameBarcode.blocks - 1 - block) & 1 == 1
            let area = Box(
                left: Double(columns.lowerBound),
                top: Double(rows.lowerBound),
                width: Double(columns.count),
                height: Double(rows.count)
            )
            fill(area, isWhite ? .white : .black, in: &samples)
        }
    }
}
