internal import FFmpeg

/// Puts the two fields of raw frames together, line by line. Rows have no padding.
struct FieldWeave {
    /// Bytes of a row, and rows of one field.
    private let planes: [(bytes: Int, rows: Int)]
    /// Bytes of a frame.
    let size: Int

    /// `nil` for encoded frames, for formats that are not known, and where a plane has an odd number of rows: then its fields are not alike.
    ///
    /// - Parameters:
    ///   - format: how frames are coded.
    ///   - size: of a whole frame, in pixels.
    init?(_ format: FourCharacterCode, _ size: FrameSize) {
        guard let known = CameraFormat(format), known.codec == nil,
            let rows = PixelFormat(named: known.pixelFormat)?.planeRows(width: size.width, height: size.height),
            rows.allSatisfy({ $0.bytes > 0 && $0.count > 0 && $0.count % 2 == 0 })
        else { return nil }
        planes = rows.map { ($0.bytes, $0.count / 2) }
        self.size = rows.reduce(0) { $0 + $1.bytes * $1.count }
    }

    /// Weaves a frame whose fields lie one behind the other, in each plane.
    ///
    /// - Parameters:
    ///   - frame: at least ``size`` bytes.
    ///   - isUpperFirst: whether the upper field lies before the lower one.
    ///   - woven: is replaced by the frame.
    /// - Complexity: O(``size``).
    func weave(_ frame: borrowing RawSpan, isUpperFirst: Bool, into woven: inout [UInt8]) {
        unsafe frame.withUnsafeBytes { frame in
            unsafe weave(into: &woven) { start, half in
                let (first, second) = unsafe (frame[(2 * start)...], frame[(2 * start + half)...])
                return isUpperFirst ? unsafe (first, second) : unsafe (second, first)
            }
        }
    }

    /// Weaves two fields that came one by one.
    ///
    /// - Parameters:
    ///   - upper: the upper field, at least half of ``size`` bytes; so is `lower`.
    ///   - lower: the lower field.
    ///   - woven: is replaced by the frame.
    /// - Complexity: O(``size``).
    func weave(upper: borrowing RawSpan, lower: borrowing RawSpan, into woven: inout [UInt8]) {
        unsafe upper.withUnsafeBytes { upper in
            unsafe lower.withUnsafeBytes { lower in
                unsafe weave(into: &woven) { start, _ in unsafe (upper[start...], lower[start...]) }
            }
        }
    }

    // Of a plane `fields` gives both fields, from their first rows on, by where the plane of one field alone would begin, and its bytes.
    private func weave(
        into woven: inout [UInt8],
        _ fields: (_ start: Int, _ half: Int) -> (Slice<UnsafeRawBufferPointer>, Slice<UnsafeRawBufferPointer>)
    ) {
        woven.removeAll(keepingCapacity: true)
        woven.reserveCapacity(size)
        var start = 0
        for plane in planes {
            let (upper, lower) = unsafe fields(start, plane.bytes * plane.rows)
            for row in 0..<plane.rows {
                unsafe Self.append(row, of: upper, plane.bytes, to: &woven)
                unsafe Self.append(row, of: lower, plane.bytes, to: &woven)
            }
            start += plane.bytes * plane.rows
        }
    }

    private static func append(
        _ row: Int,
        of field: Slice<UnsafeRawBufferPointer>,
        _ bytes: Int,
        to woven: inout [UInt8]
    ) {
        let place = unsafe field.startIndex + row * bytes
        unsafe woven.append(contentsOf: UnsafeRawBufferPointer(rebasing: field[place..<place + bytes]))
    }
}
