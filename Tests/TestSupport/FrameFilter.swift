internal import FFmpeg

/// A filter that gives one frame for each that it gets.
final class FrameFilter {
    private let graph: FilterGraph

    /// By libavfilter's notation: `format=yuv420p`.
    init(_ chain: String, input: FilterGraph.Input) throws {
        graph = try FilterGraph(chain, input: input)
    }

    func apply(to frame: borrowing Frame) throws -> Frame {
        guard let output = try graph.apply(to: frame) else { throw ClipError("a filter gave no frame") }
        return output
    }
}
