/// The audio that the page carries: written beside the rendering, taken into the page, and removed.
enum PageAudio {
    static func file(for rendering: ComparisonReport.Rendering) -> String { "\(rendering.audio).flac" }
}
