internal import Glibc
internal import RandomNumbers

/// A ball that is thrown to and fro and lands on every beat. Beats are click intervals: audio and landing coincide.
///
/// For some milliseconds around its landing it is flattened, and drops fly up from the floor: what only slow motion
/// shows.
struct Ball {
    let beat: Double
    let layout: SceneLayout
    let seed: UInt64

    private static let colour = Colour(255, 126, 32)
    /// Beats from one wall to the other, beside the whole number so that landings wander.
    private static let beatsAcross = 3.37
    /// How long before and after its landing the ball is out of shape, in beats.
    private static let contact = 0.035
    private static let flattening = 0.4
    private static let trail = 7
    /// Beats from one frame of the trail to the next.
    private static let trailStep = 1.0 / 28

    func draw(on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        drawShadow(on: canvas, in: &samples)
        for index in stride(from: Self.trail, through: 1, by: -1) {
            let age = Double(index) / Double(Self.trail + 1)
            let ghost = outline(at: beat - Double(index) * Self.trailStep).scaled(by: 1 - 0.4 * age)
            canvas.fill(ghost, Self.colour, opacity: 0.32 * (1 - age), in: &samples)
        }
        drawSpray(on: canvas, in: &samples)
        drawBall(on: canvas, in: &samples)
    }

    /// The ball's outline at a beat: thrown up at every whole one, on a parabola.
    private func outline(at beat: Double) -> Ellipse {
        let flight = beat - beat.rounded(.down)
        let squash = max(0, 1 - min(flight, 1 - flight) / Self.contact) * Self.flattening
        let radiusX = layout.ballRadius * (1 + 0.6 * squash)
        let radiusY = layout.ballRadius * (1 - squash)
        let rise = 4 * flight * (1 - flight) * layout.ballRise
        let centre = Point(x: column(at: beat), y: layout.floor - radiusY - rise)
        return Ellipse(centre, radiusX: radiusX, radiusY: radiusY)
    }

    /// To and fro at a steady speed.
    private func column(at beat: Double) -> Double {
        let turns = beat / (2 * Self.beatsAcross)
        let part = abs(2 * (turns - turns.rounded(.down)) - 1)
        let reach = layout.ballReach
        return reach.upperBound - (reach.upperBound - reach.lowerBound) * part
    }

    private func drawBall(on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let body = outline(at: beat)
        canvas.fill(body, Colour(196, 74, 14), in: &samples)
        canvas.fill(inset(body, by: 0.1, towards: (-0.07, -0.08)), Self.colour, in: &samples)
        drawSeam(of: body, on: canvas, in: &samples)
        let glint = inset(body, by: 0.68, towards: (-0.34, -0.38))
        canvas.fill(glint, Colour(255, 214, 168), opacity: 0.9, in: &samples)
    }

    /// A stripe through the middle that turns with the ball, so that its spin can be seen.
    private func drawSeam(of body: Ellipse, on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let angle = beat * 4.1
        let (along, across) = ((x: cos(angle), y: sin(angle)), (x: -sin(angle), y: cos(angle)))
        let corners = [(-0.9, -0.09), (0.9, -0.09), (0.9, 0.09), (-0.9, 0.09)].map { length, breadth in
            body.centre.moved(
                by: (
                    (along.x * length + across.x * breadth) * body.radiusX,
                    (along.y * length + across.y * breadth) * body.radiusY
                )
            )
        }
        canvas.fill(ConvexPolygon(corners), Colour(120, 40, 8), opacity: 0.85, in: &samples)
    }

    private func drawShadow(on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let body = outline(at: beat)
        let height = (layout.floor - body.centre.y) / layout.ballRise
        let shadow = Ellipse(
            Point(x: body.centre.x, y: layout.floor + layout.ballRadius * 0.25),
            radiusX: layout.ballRadius * (1.1 + 0.6 * height),
            radiusY: layout.ballRadius * 0.2
        )
        canvas.fill(shadow, .black, opacity: max(0.12, 0.55 - 0.4 * height), in: &samples)
    }

    /// Drops that the last landing threw up; the seed and the landing's number decide where each goes.
    private func drawSpray(on canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let landing = beat.rounded(.down)
        let age = (beat - landing) * 1.6
        guard landing >= 1, age < 1 else { return }
        var chance = SplitMix64(seed: seed ^ landing.bitPattern)
        let origin = Point(x: column(at: landing), y: layout.floor - 0.25 * layout.ballRadius)
        for _ in 0..<14 {
            let sideways = (chance.unit() - 0.5) * 0.7 * layout.unit
            let upwards = (0.3 + 0.7 * chance.unit()) * 0.9 * layout.unit
            let size = (0.5 + 0.5 * chance.unit()) * layout.unit * 0.009
            let rise = upwards * age * (1 - age)
            let drop = Ellipse(origin.moved(by: (sideways * age, -rise)), radius: size)
            canvas.fill(drop, Colour(255, 222, 150), opacity: 0.9 * (1 - age), in: &samples)
        }
    }

    /// A smaller ellipse inside another, off its centre; all in parts of the radii.
    private func inset(_ outer: Ellipse, by part: Double, towards offset: (x: Double, y: Double)) -> Ellipse {
        let centre = outer.centre.moved(by: (offset.x * outer.radiusX, offset.y * outer.radiusY))
        return Ellipse(centre, radiusX: outer.radiusX, radiusY: outer.radiusY).scaled(by: 1 - part)
    }
}
