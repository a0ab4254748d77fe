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
    /// Coverage of a sample whose centre is at a depth inside an edge (negative: outside), in samples.
    func coverage(atDepth depth: Double) -> Double { max(0, min(1, depth + 0.5)) }
}
