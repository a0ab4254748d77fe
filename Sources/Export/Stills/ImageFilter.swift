internal import FFmpeg

/// A chain of filters that makes one frame of each. It is built anew where a frame of another kind comes.
struct ImageFilter: ~Copyable {
    private let timeBase: TimeBase
    /// The filters for frames of a width and a height.
    private let filters: (_ width: Int, _ height: Int) throws -> [String]
    private var chain: Chain?

    private struct Chain: ~Copyable {
        let pixelFormat: PixelFormat
        let width: Int
        let height: Int
        let graph: FilterGraph
    }

    init(timeBase: TimeBase, _ filters: @escaping (_ width: Int, _ height: Int) throws -> [String]) {
        self.timeBase = timeBase
        self.filters = filters
    }

    /// What the filters make of a frame.
    mutating func apply(to frame: borrowing Frame) throws -> Frame {
        guard let pixelFormat = frame.pixelFormat else {
            throw ExportError(.unsupported, "the frames' format is not known")
        }
        if !fits(frame, pixelFormat) {
            chain = Chain(
                pixelFormat: pixelFormat,
                width: frame.width,
                height: frame.height,
                graph: try FilterGraph(
                    // The scaler that libavfilter puts where pixels have to be converted works as that of ffmpeg.
                    "sws_flags=bicubic;" + filters(frame.width, frame.height).joined(separator: ","),
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
        guard let output else { throw ExportError(.fault, "the filters gave no image") }
        return output
    }

    private func fits(_ frame: borrowing Frame, _ pixelFormat: PixelFormat) -> Bool {
        switch chain {
        case .some(let chain):
            chain.pixelFormat == pixelFormat && chain.width == frame.width && chain.height == frame.height
        case .none: false
        }
    }
}
