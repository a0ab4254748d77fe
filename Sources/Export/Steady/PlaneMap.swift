internal import Glibc

/// Where the samples of a plane come from when its frame is moved, in two steps: along rows, and then along columns.
struct PlaneMap {
    let width: Int
    let height: Int
    /// From column to column of the result, within a row of the source.
    let stepInRow: Double
    /// From row to row of the result, within a column of what the first step made.
    let stepInColumn: Double
    private let rowStart: Double
    private let rowSlope: Double
    private let columnStart: Double
    private let columnSlope: Double

    /// - Parameters:
    ///   - motion: How what is shown moves, in rows of luma.
    ///   - scale: By how much it is enlarged then, about the middle.
    ///   - width: Of the plane.
    ///   - height: Of the plane.
    ///   - horizontalShift: How often the plane's width is half of the frame's.
    ///   - verticalShift: The same of the height.
    ///   - pixelAspect: Width ÷ height of the frame's pixels.
    init(
        showing motion: FrameMotion,
        enlarged scale: Double,
        width: Int,
        height: Int,
        horizontalShift: Int,
        verticalShift: Int,
        pixelAspect: Double
    ) {
        (self.width, self.height) = (width, height)
        let (unitX, unitY) = (Double(1 << horizontalShift) * pixelAspect, Double(1 << verticalShift))
        let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        // The place (x, y) of the result shows the place (a x + b y + c, d x + e y + f) of the source.
        let (cosine, sine) = (cos(motion.angle), sin(motion.angle))
        let (a, b) = (cosine / scale, sine / scale * unitY / unitX)
        let (d, e) = (-sine / scale * unitX / unitY, cosine / scale)
        let shift = motion.inverse
        let c = middleX + shift.x / unitX - a * middleX - b * middleY
        let f = middleY + shift.y / unitY - d * middleX - e * middleY
        stepInRow = a - b * d / e
        (rowStart, rowSlope) = (c - b * f / e, b / e)
        stepInColumn = e
        (columnStart, columnSlope) = (f, d)
    }

    /// Where the first column of the result comes from in a row of the source.
    func start(ofRow row: Int) -> Double { rowStart + rowSlope * Double(row) }

    /// Where the first row of the result comes from in a column.
    func start(ofColumn column: Int) -> Double { columnStart + columnSlope * Double(column) }
}
