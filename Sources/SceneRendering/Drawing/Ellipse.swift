/// An upright ellipse.
struct Ellipse: Shape {
    let centre: Point
    let radiusX: Double
    let radiusY: Double
    private let perRadiusX: Double
    private let perRadiusY: Double

    init(_ centre: Point, radiusX: Double, radiusY: Double) {
        self.centre = centre
        self.radiusX = radiusX
        self.radiusY = radiusY
        perRadiusX = 1 / radiusX
        perRadiusY = 1 / radiusY
    }

    init(_ centre: Point, radius: Double) {
        self.init(centre, radiusX: radius, radiusY: radius)
    }

    /// The same ellipse with its radii times `size`.
    func scaled(by size: Double) -> Ellipse {
        Ellipse(centre, radiusX: radiusX * size, radiusY: radiusY * size)
    }

    var rows: ClosedRange<Double> {
        let half = radiusY + 0.5
        return (centre.y - half)...(centre.y + half)
    }

    func reach(at y: Double) -> RowReach? {
        guard let touched = chord(at: y, grownBy: 0.75) else { return nil }
        return RowReach(touched: touched, covered: chord(at: y, grownBy: -0.75))
    }

    /// The part of a row inside the ellipse with its radii larger by `margin`.
    private func chord(at y: Double, grownBy margin: Double) -> ClosedRange<Double>? {
        let (a, b) = (radiusX + margin, radiusY + margin)
        guard a > 0, b > 0 else { return nil }
        let v = (y - centre.y) / b
        guard v * v < 1 else { return nil }
        let half = a * (1 - v * v).squareRoot()
        return ClosedRange(from: centre.x - half, to: centre.x + half)
    }

    /// The distance to the edge is taken to first order: the implicit function u² + v² - 1 over the length of its
    /// gradient (Sampson, 1982).
    func coverage(x: Double, y: Double) -> Double {
        let (u, v) = ((x - centre.x) * perRadiusX, (y - centre.y) * perRadiusY)
        let (gradientX, gradientY) = (u * perRadiusX, v * perRadiusY)
        let slope = 2 * (gradientX * gradientX + gradientY * gradientY).squareRoot()
        guard slope > 0 else { return 1 }
        return coverage(atDepth: (1 - u * u - v * v) / slope)
    }

    func mapped(scale: Double, left: Double) -> Ellipse {
        Ellipse(
            Point(x: centre.x * scale + left, y: centre.y * scale),
            radiusX: radiusX * scale,
            radiusY: radiusY * scale
        )
    }
}
