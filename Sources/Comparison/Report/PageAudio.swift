/// The name of the file with a rendering's audio for the page. It is written beside the rendering, copied into the page, and
/// removed.
enum PageAudio {
    static func file(for rendering: ComparisonReport.Rendering) -> String { "\(rendering.audio).opus" }
}
