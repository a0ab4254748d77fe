internal import FFmpeg

/// A filter that gives one frame for each that it gets.
final class FrameFilter {
    private let graph: FilterGraph

    /// By libavfilter's notation: `format=yuv420p`.
    init(_ chain: String, input: FilterGraph.Input) throws {
        graph = try FilterGraph(chain, input: input)
    }

    func apply(to frame: borrowing Frame) throws -> Frame {
        let output = try Frame()
        try graph.send(frame)
        guard try graph.receive(into: output) == .produced else { throw ClipError("a filter gave no frame") }
        return output
    }
}
