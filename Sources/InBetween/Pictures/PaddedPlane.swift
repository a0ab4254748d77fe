/// Samples of one component in rows, with copies of the outermost ones around them: a block may lie anywhere, and has the samples
/// that the plane would have there if its borders went on for ever.
///
/// `@unchecked Sendable`: after it has been filled, samples are only read.
@safe final class PaddedPlane<Sample: FixedWidthInteger & UnsignedInteger & Sendable>: @unchecked Sendable {
    /// Samples beside the plane on each side. A block begins at most 24 samples outside.
    static var margin: Int { 32 }

    let width: Int
    let height: Int
    /// Samples from one row to the next.
    let stride: Int
    private let storage: UnsafeMutablePointer<Sample>
    private let origin: UnsafeMutablePointer<Sample>

    /// A plane of unknown samples.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        stride = (width + 2 * Self.margin + 15) & ~15
        let count = stride * (height + 2 * Self.margin)
        unsafe storage = UnsafeMutablePointer<Sample>.allocate(capacity: count)
        unsafe storage.initialize(repeating: 0, count: count)
        unsafe origin = storage + Self.margin * stride + Self.margin
    }

    deinit { unsafe storage.deallocate() }

    /// The address of a sample, which may lie in the margin.
    @unsafe func address(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Sample> {
        unsafe origin + (y * stride + x)
    }

    /// Where blocks begin: one further outside has the same samples as one within it.
    @inline(__always)
    var blockColumns: ClosedRange<Int> { 8 - Self.margin...width + 7 }
    @inline(__always)
    var blockRows: ClosedRange<Int> { 8 - Self.margin...height + 7 }

    /// The address of a block's first sample.
    @inline(__always)
    @unsafe func block(_ x: Int, _ y: Int) -> UnsafePointer<Sample> {
        let (columns, rows) = (blockColumns, blockRows)
        let column = min(max(x, columns.lowerBound), columns.upperBound)
        let row = min(max(y, rows.lowerBound), rows.upperBound)
        return unsafe UnsafePointer(origin + (row &* stride &+ column))
    }

    /// A sample of the plane.
    subscript(_ column: Int, _ row: Int) -> Sample {
        precondition(column >= 0 && column < width && row >= 0 && row < height)
        return unsafe address(column, row).pointee
    }

    /// Copies the outermost samples into the margin.
    func extend() {
        for row in 0..<height {
            unsafe address(-Self.margin, row).update(repeating: address(0, row).pointee, count: Self.margin)
            let right = stride - Self.margin - width
            unsafe address(width, row).update(repeating: address(width - 1, row).pointee, count: right)
        }
        for row in 1...Self.margin {
            unsafe address(-Self.margin, -row).update(from: address(-Self.margin, 0), count: stride)
            unsafe address(-Self.margin, height - 1 + row).update(
                from: address(-Self.margin, height - 1),
                count: stride
            )
        }
    }
}
