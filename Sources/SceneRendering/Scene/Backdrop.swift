internal import RandomNumbers

/// What does not move: a lit wall with the measuring grid of Muybridge's motion studies, and the floor.
///
/// It is drawn once a scene. The seed decides the grain, half a step of brightness at most, which keeps the gradients
/// free of bands.
struct Backdrop: Sendable {
    private let planes: [[UInt8]]

    init(width: Int, height: Int, layout: SceneLayout, coding: ColourCoding, seed: UInt64) {
        planes = FramePlane.allCases.map { plane in
            let canvas = PlaneCanvas(
                plane: plane,
                columns: plane.columns(ofWidth: width),
                rows: plane.rows(ofHeight: height),
                stride: plane.columns(ofWidth: width),
                coding: coding
            )
            var samples = Self.gradient(on: canvas, layout, seed: seed)
            var pixels = samples.mutableSpan
            Self.drawGrid(on: canvas, layout, in: &pixels)
            return samples
        }
    }

    /// Puts the backdrop where the canvas's samples are; what lies between its rows is left alone.
    func copy(to canvas: PlaneCanvas, in samples: inout MutableSpan<UInt8>) {
        let plane = planes[canvas.plane.rawValue]
        let source = plane.span
        for row in 0..<canvas.rows {
            let start = row * canvas.columns
            samples.copy(start..<start + canvas.columns, of: source, to: row * canvas.stride)
        }
    }

    private static func gradient(on canvas: PlaneCanvas, _ layout: SceneLayout, seed: UInt64) -> [UInt8] {
        let wall = (shade: Colour(20, 27, 44), light: Colour(74, 98, 124))
        let ground = (far: Colour(38, 44, 56), near: Colour(78, 84, 94))
        let lamp = Point(x: layout.width * 0.45, y: layout.floor * 0.75)
        var grain = SplitMix64(seed: seed ^ UInt64(canvas.plane.rawValue))

        var samples: [UInt8] = []
        samples.reserveCapacity(canvas.columns * canvas.rows)
        for row in 0..<canvas.rows {
            let y = (Double(row) + 0.5) / canvas.plane.scale
            let depth = (y - layout.floor) / (layout.height - layout.floor)
            for column in 0..<canvas.columns {
                let x = (Double(column) + 0.5 - canvas.plane.leftEdge) / canvas.plane.scale
                let (dx, dy) = ((x - lamp.x) / layout.width, (y - lamp.y) / layout.height)
                let brightness = max(0, 1 - 2.2 * (dx * dx + dy * dy))
                let colour =
                    depth < 0
                    ? wall.shade.mixed(with: wall.light, brightness * brightness)
                    : ground.far.mixed(with: ground.near, depth * brightness)
                samples.append(UInt8((colour.sample(canvas.plane, canvas.coding) + grain.unit() - 0.5).rounded()))
            }
        }
        return samples
    }

    private static func drawGrid(
        on canvas: PlaneCanvas,
        _ layout: SceneLayout,
        in samples: inout MutableSpan<UInt8>
    ) {
        let line = max(1, (layout.unit / 360).rounded())
        let step = layout.unit / 10
        for index in 1...max(1, Int(layout.width / step)) {
            let x = (Double(index) * step).rounded()
            let rule = Box(left: x, top: 0, width: line, height: layout.floor)
            canvas.fill(rule, .white, opacity: index.isMultiple(of: 5) ? 0.12 : 0.05, in: &samples)
        }
        for index in 1...max(1, Int(layout.floor / step)) {
            let y = layout.floor - (Double(index) * step).rounded()
            let rule = Box(left: 0, top: y, width: layout.width, height: line)
            canvas.fill(rule, .white, opacity: index.isMultiple(of: 5) ? 0.12 : 0.05, in: &samples)
        }
        let skirting = Box(left: 0, top: layout.floor, width: layout.width, height: line)
        canvas.fill(skirting, .white, opacity: 0.3, in: &samples)
    }
}
