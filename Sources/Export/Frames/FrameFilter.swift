internal import FFmpeg

/// A chain of filters that makes one frame of each. It is built anew where a frame of another kind comes.
struct FrameFilter: ~Copyable {
    /// What the filters may depend on.
    struct Kind: Hashable {
        let pixelFormat: PixelFormat
        let width: Int
        let height: Int
    }

    private struct Chain: ~Copyable {
        let kind: Kind
        let graph: FilterGraph
    }

    private let timeBase: TimeBase
    /// The filters for frames of a kind.
    private let filters: (Kind) throws -> [String]
    private var chain: Chain?

    init(timeBase: TimeBase, _ filters: @escaping (Kind) throws -> [String]) {
        self.timeBase = timeBase
        self.filters = filters
    }

    /// What the filters make of a frame.
    mutating func apply(to frame: borrowing Frame) throws -> Frame {
        guard let pixelFormat = frame.pixelFormat else {
            throw ExportError(.unsupported, "the frames' format is not known")
        }
        let kind = Kind(pixelFormat: pixelFormat, width: frame.width, height: frame.height)
        if !isBuilt(for: kind) {
            chain = Chain(
                kind: kind,
                graph: try FilterGraph(
                    // The scaler that libavfilter puts where pixels have to be converted works as that of ffmpeg.
                    "sws_flags=bicubic;" + filters(kind).joined(separator: ","),
                    input: .video(
                        width: frame.width,
                        height: frame.height,
                        pixelFormat: pixelFormat,
                        timeBase: timeBase,
                        sampleAspectRatio: nil
                    )
                )
            )
        }
        let output =
            switch chain {
            case .some(let chain): try chain.graph.apply(to: frame)
            case .none: nil as Frame?
            }
        guard let output else { throw ExportError(.fault, "the filters gave no frame") }
        return output
    }

    private func isBuilt(for kind: Kind) -> Bool {
        switch chain {
        case .some(let chain): chain.kind == kind
        case .none: false
        }
    }
}
