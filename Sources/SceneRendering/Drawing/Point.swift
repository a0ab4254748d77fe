/// A place in the frame: pixels from the left and top edges. The centre of the first pixel is (0.5, 0.5).
struct Point {
    var x: Double
    var y: Double

    /// The point at an offset to the right and down, in pixels.
    func moved(by offset: (x: Double, y: Double)) -> Point { Point(x: x + offset.x, y: y + offset.y) }
}
