/// A number of frames as people read it.
enum FrameCountText {
    /// `1 frame`, `60 frames`.
    static func text(_ count: some BinaryInteger) -> String { "\(count) \(noun(count))" }

    /// `frame` or `frames`.
    static func noun(_ count: some BinaryInteger) -> String { count == 1 ? "frame" : "frames" }
}
