internal import FFmpeg

/// How the rows of a raw frame lie in a camera's buffer. Many drivers pad rows to a multiple of what their hardware moves at once.
struct RowLayout: Hashable {
    private struct Plane: Hashable {
        let rows: PlaneRows
        /// Bytes from the beginning of one row to that of the next.
        let stride: Int
    }

    private let planes: [Plane]
    /// Bytes of a frame without padding.
    let size: Int

    /// The layout of frames of which a driver says how long its rows are; `nil` for encoded frames, and for formats that are not
    /// known.
    ///
    /// Planes follow one another without a gap, and `bytesPerLine` is that of the first one; those of chroma are as much shorter as
    /// they have fewer columns (Linux media documentation, "Single-planar format structure"). A driver that says less than a row
    /// has, or more than its buffers hold, counts something else there: then rows have no padding.
    ///
    /// - Parameters:
    ///   - format: how frames are coded.
    ///   - size: of a frame, in pixels.
    ///   - bytesPerLine: what the driver says; 0 where it says nothing.
    ///   - capacity: bytes of a buffer; 0 where that is not known.
    init?(_ format: FourCharacterCode, _ size: FrameSize, bytesPerLine: Int = 0, capacity: Int = 0) {
        guard let known = CameraFormat(format), known.codec == nil,
            let rows = PixelFormat(named: known.pixelFormat)?.planeRows(width: size.width, height: size.height),
            let first = rows.first, rows.allSatisfy({ $0.bytes > 0 && $0.count > 0 })
        else { return nil }
        let isSaid = bytesPerLine > first.bytes
        let said = rows.map { Plane(rows: $0, stride: max($0.bytes, $0.stride(ofFirst: bytesPerLine))) }
        let isTrue = isSaid && (capacity == 0 || Self.needed(said) <= capacity)
        planes = isTrue ? said : rows.map { Plane(rows: $0, stride: $0.bytes) }
        self.size = rows.reduce(0) { $0 + $1.bytes * $1.count }
    }

    /// Whether there is anything between rows.
    var isPadded: Bool { planes.contains { $0.stride > $0.rows.bytes } }

    /// The fewest bytes in which there is a whole frame: the padding behind the last row may be missing.
    var needed: Int { Self.needed(planes) }

    private static func needed(_ planes: [Plane]) -> Int {
        guard let last = planes.last else { return 0 }
        return planes.reduce(0) { $0 + $1.stride * $1.rows.count } - (last.stride - last.rows.bytes)
    }

    /// Appends the rows of a frame, one right behind the other.
    ///
    /// - Parameters:
    ///   - bytes: a buffer of at least ``needed`` bytes.
    ///   - packed: gets ``size`` bytes.
    /// - Complexity: O(``size``).
    func append(_ bytes: borrowing RawSpan, to packed: inout [UInt8]) {
        packed.reserveCapacity(packed.count + size)
        unsafe bytes.withUnsafeBytes { buffer in
            var start = 0
            for plane in planes {
                for _ in 0..<plane.rows.count {
                    unsafe packed.append(
                        contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start..<start + plane.rows.bytes])
                    )
                    start += plane.stride
                }
            }
        }
    }
}
