/// A size in pixels, or in parts of them.
struct FrameExtent: Hashable, Sendable, CustomStringConvertible {
    var width: Double
    var height: Double

    /// `1080x1920`, rounded.
    var description: String { "\(Int(width.rounded()))x\(Int(height.rounded()))" }
}
