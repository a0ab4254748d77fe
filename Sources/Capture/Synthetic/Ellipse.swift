/// An upright ellipse.
struct Ellipse: Shape {
    var centre: Point
    var radiusX: Double
    var radiusY: Double

    init(_ centre: Point, radiusX: Double, radiusY: Double) {
        self.centre = centre
        self.radiusX = radiusX
        self.radiusY = radiusY
    }

    init(_ centre: Point, radius: Double) {
        self.init(centre, radiusX: radius, radiusY: radius)
    }

    var rows: ClosedRange<Double> {
        let half = abs(radiusY) + 0.5
        return (centre.y - half)...(centre.y + half)
    }

    func reach(at y: Double) -> RowReach? {
        guard let touched = chord(at: y, grownBy: 1) else { return nil }
        return RowReach(touched: touched, covered: chord(at: y, grownBy: -1))
    }

    /// The part of a row inside the ellipse that is larger by so much all round.
    private func chord(at y: Double, grownBy margin: Double) -> ClosedRange<Double>? {
        let (a, b) = (radiusX + margin, radiusY + margin)
        guard a > 0, b > 0 else { return nil }
        let v = (y - centre.y) / b
        guard v * v < 1 else { return nil }
        let half = a * (1 - v * v).squareRoot()
        return span(from: centre.x - half, to: centre.x + half)
    }

    /// The distance to the edge is taken to first order: implicit function over the length of its gradient.
    func coverage(x: Double, y: Double) -> Double {
        let (u, v) = ((x - centre.x) / radiusX, (y - centre.y) / radiusY)
        let (gradientX, gradientY) = (u / radiusX, v / radiusY)
        let slope = (gradientX * gradientX + gradientY * gradientY).squareRoot()
        guard slope > 0 else { return 1 }
        let level = (u * u + v * v).squareRoot()
        return Capture.coverage(atDepth: (1 - level) * level / slope)
    }

    func mapped(scale: Double, left: Double) -> Ellipse {
        Ellipse(
            Point(x: centre.x * scale + left, y: centre.y * scale),
            radiusX: radiusX * scale,
            radiusY: radiusY * scale
        )
    }
}
