/// A convex polygon; its corners run clockwise on the screen.
struct ConvexPolygon: Shape {
    /// A straight edge, as the depth inside it: `x * a + y * b - c` samples.
    private struct Edge {
        let a: Double
        let b: Double
        let c: Double

        func depth(x: Double, y: Double) -> Double { x * a + y * b - c }
    }

    let corners: [Point]
    let rows: ClosedRange<Double>
    private let edges: [Edge]

    init(_ corners: [Point]) {
        self.corners = corners
        var (top, bottom) = (Double.infinity, -Double.infinity)
        var edges: [Edge] = []
        guard var from = corners.last else {
            (rows, self.edges) = (0...0, [])
            return
        }
        for to in corners {
            (top, bottom) = (min(top, to.y), max(bottom, to.y))
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let length = (dx * dx + dy * dy).squareRoot()
            if length > 0 {
                let (a, b) = (-dy / length, dx / length)
                edges.append(Edge(a: a, b: b, c: from.x * a + from.y * b))
            }
            from = to
        }
        rows = top <= bottom ? (top - 0.5)...(bottom + 0.5) : 0...0
        self.edges = edges
    }

    func reach(at y: Double) -> RowReach? {
        guard let touched = columns(at: y, deeperThan: -0.5) else { return nil }
        return RowReach(touched: touched, covered: columns(at: y, deeperThan: 0.5))
    }

    /// The part of a row at least so deep inside every edge.
    private func columns(at y: Double, deeperThan depth: Double) -> ClosedRange<Double>? {
        var (low, high) = (-Double.infinity, Double.infinity)
        for edge in edges {
            let rest = depth + edge.c - edge.b * y
            if edge.a > 0 {
                low = max(low, rest / edge.a)
            } else if edge.a < 0 {
                high = min(high, rest / edge.a)
            } else if rest > 0 {
                return nil
            }
        }
        return ClosedRange(from: low, to: high)
    }

    func coverage(x: Double, y: Double) -> Double {
        var depth = 0.5
        for edge in edges { depth = min(depth, edge.depth(x: x, y: y)) }
        return coverage(atDepth: depth)
    }

    func mapped(scale: Double, left: Double) -> ConvexPolygon {
        ConvexPolygon(corners.map { Point(x: $0.x * scale + left, y: $0.y * scale) })
    }
}
