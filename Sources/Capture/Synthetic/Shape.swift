/// A place in the frame: pixels from the left and top edges. The centre of the first pixel is (0.5, 0.5).
struct Point {
    var x: Double
    var y: Double

    /// The point so far to the right and down.
    func moved(by offset: (x: Double, y: Double)) -> Point { Point(x: x + offset.x, y: y + offset.y) }
}

/// What of one row of samples a shape meets; sample centres, both ends included.
struct RowReach {
    /// Samples outside this are not touched.
    var touched: ClosedRange<Double>
    /// Samples in this are covered whole; `nil` where none is.
    var covered: ClosedRange<Double>?
}

/// A filled area with smooth edges.
///
/// A row is asked for once and answers with two ranges, so that the inside is filled in runs and only the edge is
/// worked out sample by sample.
protocol Shape {
    /// Rows that the shape may touch; `y` of sample centres.
    var rows: ClosedRange<Double> { get }

    /// What it meets of the row whose centre is at `y`; `nil` for nothing.
    func reach(at y: Double) -> RowReach?

    /// How much of the sample around a point is inside, from 0 to 1.
    func coverage(x: Double, y: Double) -> Double

    /// The shape in the samples of a plane: `x * scale + left`, `y * scale`.
    func mapped(scale: Double, left: Double) -> Self
}

extension Shape {
    /// Coverage of a sample whose centre lies so far inside an edge (negative: outside), in samples.
    func coverage(atDepth depth: Double) -> Double { max(0, min(1, depth + 0.5)) }
}

extension ClosedRange<Double> {
    /// `nil` where the ends are the wrong way round or not numbers.
    init?(from low: Double, to high: Double) {
        guard low <= high else { return nil }
        self = low...high
    }
}
