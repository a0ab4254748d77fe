/// A rectangle in a frame, counted in pixels from its top left corner. Edges may lie within a pixel.
struct FrameRectangle: Hashable, Sendable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
}
