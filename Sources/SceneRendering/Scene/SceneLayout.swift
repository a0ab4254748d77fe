/// Where things stand in the synthetic scene, in pixels.
struct SceneLayout {
    let width: Double
    let height: Double
    /// What sizes are measured in: the height of the largest 16:9 frame that fits.
    let unit: Double
    /// The line on which the ball lands.
    let floor: Double

    init(width: Int, height: Int) {
        self.width = Double(width)
        self.height = Double(height)
        unit = min(self.height, self.width * 9 / 16)
        floor = (self.height * 0.865).rounded()
    }

    /// Whole pixels, so that what stands at it has sharp edges.
    private var margin: Double { (unit * 0.06).rounded() }

    /// The side of a cell of the large and of the small letters, in whole pixels.
    var counterCell: Double { (unit / 60).rounded(.down) }
    var captionCell: Double { (unit / 150).rounded(.up) }

    var counter: Point { Point(x: margin, y: margin) }

    var caption: Point {
        counter.moved(by: (0, Double(BitmapFont.rows) * counterCell + 4 * captionCell))
    }

    /// The square that is white while a click sounds.
    var flash: Box {
        let side = (unit * 0.15).rounded()
        return Box(left: width - margin - side, top: margin, width: side, height: side)
    }

    var wheelCentre: Point { Point(x: width - unit * 0.42, y: floor - wheelRadius - unit * 0.02) }
    var wheelRadius: Double { unit * 0.265 }

    var ballRadius: Double { unit * 0.055 }
    /// How far the ball travels up, and between which columns to and fro.
    var ballRise: Double { unit * 0.4 }
    var ballReach: ClosedRange<Double> { unit * 0.12...max(unit * 0.12, wheelCentre.x - wheelRadius - unit * 0.1) }
}
