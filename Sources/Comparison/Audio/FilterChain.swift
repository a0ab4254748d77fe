internal import FFmpeg

/// A chain of filters for audio. It is built when the first frame comes, because the frame says what its input is.
struct FilterChain: ~Copyable {
    private let chain: String
    private let timeBase: TimeBase
    private let output: FilterGraph.Output
    private var graph: FilterGraph?

    init(_ chain: String, timeBase: TimeBase, output: FilterGraph.Output = .audio) {
        self.chain = chain
        self.timeBase = timeBase
        self.output = output
    }

    /// Puts a frame in, and calls a body with every frame that comes out.
    mutating func filter(_ frame: borrowing Frame, _ body: (borrowing Frame) throws -> Void) throws {
        let graph = try graph.take() ?? makeGraph(for: frame)
        try graph.send(frame)
        try Self.drain(graph, body)
        self.graph = consume graph
    }

    /// Calls a body with the frames that are left in the filters.
    mutating func finish(_ body: (borrowing Frame) throws -> Void) throws {
        guard let graph = graph.take() else { return }
        try graph.sendEnd()
        try Self.drain(graph, body)
    }

    private static func drain(_ graph: borrowing FilterGraph, _ body: (borrowing Frame) throws -> Void) throws {
        let output = try Frame()
        while try graph.receive(into: output) == .produced {
            try body(output)
            output.reset()
        }
    }

    private func makeGraph(for frame: borrowing Frame) throws -> FilterGraph {
        try FilterGraph(
            chain,
            input: .audio(
                sampleRate: frame.sampleRate,
                sampleFormat: frame.sampleFormatName,
                channelLayout: frame.channelLayout,
                timeBase: timeBase
            ),
            output: output
        )
    }
}
