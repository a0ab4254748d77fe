/// A size in pixels, or in parts of them.
struct FrameExtent: Hashable, Sendable {
    var width: Double
    var height: Double
}
