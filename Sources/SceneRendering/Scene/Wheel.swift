internal import Glibc

/// A wheel of eight spokes, one of them marked, at three and a half turns a second.
///
/// Twenty-eight spokes pass a point each second: at 30 frames a second they seem to creep backwards, two a second,
/// while the marked one jumps; at 240 every spoke is seen to turn.
struct Wheel {
    /// Turns since the beginning.
    let turns: Double
    let centre: Point
    let radius: Double

    static let turnsPerSecond = 3.5
    private static let spokes = 8

    func draw(on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let steel = Colour(206, 214, 222)
        let shadow = Ellipse(
            Point(x: centre.x, y: centre.y + radius * 1.1),
            radiusX: radius * 0.75,
            radiusY: radius * 0.06
        )
        canvas.fill(shadow, .black, opacity: 0.4, in: &samples)
        for (size, colour) in [(1, Colour(36, 40, 48)), (0.95, steel), (0.86, Colour(26, 32, 44))] {
            canvas.fill(Ellipse(centre, radius: radius * size), colour, in: &samples)
        }
        for spoke in 0..<Self.spokes {
            let colour = spoke == 0 ? Colour(255, 82, 64) : steel
            canvas.fill(outline(ofSpoke: spoke), colour, in: &samples)
        }
        canvas.fill(rimMark, Colour(255, 82, 64), in: &samples)
        canvas.fill(Ellipse(centre, radius: radius * 0.17), Colour(36, 40, 48), in: &samples)
        canvas.fill(Ellipse(centre, radius: radius * 0.12), steel, in: &samples)
    }

    /// From the hub to the rim, broader towards it.
    private func outline(ofSpoke spoke: Int) -> ConvexPolygon {
        let angle = angle(ofSpoke: spoke)
        return ConvexPolygon([
            point(angle, 0.1, -0.03), point(angle, 0.87, -0.055), point(angle, 0.87, 0.055), point(angle, 0.1, 0.03),
        ])
    }

    /// Where the marked spoke meets the rim.
    private var rimMark: ConvexPolygon {
        let angle = angle(ofSpoke: 0)
        return ConvexPolygon([
            point(angle, 0.84, -0.1), point(angle, 0.955, -0.1), point(angle, 0.955, 0.1), point(angle, 0.84, 0.1),
        ])
    }

    /// Clockwise from the top.
    private func angle(ofSpoke spoke: Int) -> Double {
        let part = turns - turns.rounded(.down) + Double(spoke) / Double(Self.spokes)
        return (part - 0.25) * 2 * .pi
    }

    /// A point at a distance along a direction and at a distance to its right, in radii.
    private func point(_ angle: Double, _ outwards: Double, _ sideways: Double) -> Point {
        centre.moved(
            by: (
                (cos(angle) * outwards - sin(angle) * sideways) * radius,
                (sin(angle) * outwards + cos(angle) * sideways) * radius
            )
        )
    }
}
