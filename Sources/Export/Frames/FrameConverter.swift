internal import FFmpeg
internal import MediaFormats

/// The format that an encoder is given: the source's own wherever the encoder takes it.
struct FrameTarget: Sendable {
    let width: Int
    let height: Int
    let pixelFormat: PixelFormat
    let colour: ColourDescription
    /// Whether sample values are changed from limited to full range. JPEG has full range only.
    let widensRange: Bool

    init(parameters: CodecParameters, codec: VideoCodec) throws(ExportError) {
        guard let capabilities = EncoderCapabilities(named: codec.traits.encoder) else {
            throw ExportError(.unsupported, "this libavcodec has no encoder \(codec.traits.encoder)")
        }
        guard let source = parameters.pixelFormat else {
            throw ExportError(.unsupported, "the frames' format is not known")
        }
        guard
            let format = source.leastLossy(of: capabilities.pixelFormats.isEmpty ? [source] : capabilities.pixelFormats)
        else { throw ExportError(.unsupported, "\(codec.traits.encoder) takes no frames like \(source.name)") }
        // Subsampled chroma needs whole samples. Encoders that insist on it get one more row or column.
        let evens = codec.traits.needsWholeChromaSamples
        width = evens ? format.roundedUp(width: parameters.width) : parameters.width
        height = evens ? format.roundedUp(height: parameters.height) : parameters.height
        pixelFormat = format
        var colour = parameters.colour
        widensRange = codec.traits.isAlwaysFullRange && colour.range != "pc"
        if widensRange || source.name.hasPrefix("yuvj") { colour.range = "pc" }
        self.colour = colour
    }
}

/// Converts decoded frames to the encoder's format, size and range. A frame that fits stays as it is.
struct FrameConverter: Sendable {
    let target: FrameTarget
    let timeBase: TimeBase

    /// A running converter, which keeps a filter graph.
    func started() -> Running { Running(converter: self) }

    struct Running: ~Copyable {
        private let converter: FrameConverter
        private var graph: FilterGraph?
        private var graphInput: InputFormat?
        /// A frame of the target's format, to make a black one of.
        private var last: Frame?

        private struct InputFormat: Equatable {
            var pixelFormat: PixelFormat?
            var width: Int
            var height: Int
            /// Degrees clockwise.
            var turn = 0
        }

        init(converter: FrameConverter) { self.converter = converter }

        /// The frame as the encoder takes it.
        mutating func convert(_ frame: borrowing Frame, turnedBy turn: Int = 0) throws -> Frame {
            let converted = try fitted(frame, turn)
            last = try converted.reference()
            return converted
        }

        /// A black frame. It is made from the frame before it; there always is one.
        func black() throws -> Frame {
            let target = converter.target
            let output = try Frame()
            switch last {
            case .some(let last):
                let graph = try FilterGraph(
                    "drawbox=color=black:t=fill,format=\(target.pixelFormat.name)",
                    input: .video(
                        width: last.width,
                        height: last.height,
                        pixelFormat: target.pixelFormat,
                        timeBase: converter.timeBase,
                        sampleAspectRatio: nil
                    )
                )
                try graph.send(last)
                guard try graph.receive(into: output) == .produced else {
                    throw ExportError(.fault, "no black frame could be made")
                }
            case .none:
                throw ExportError(.fault, "a pause before the first frame")
            }
            return output
        }

        private mutating func fitted(_ frame: borrowing Frame, _ turn: Int) throws -> Frame {
            let target = converter.target
            let format = InputFormat(
                pixelFormat: frame.pixelFormat,
                width: frame.width,
                height: frame.height,
                turn: turn
            )
            let fits =
                format == InputFormat(pixelFormat: target.pixelFormat, width: target.width, height: target.height)
            if fits && !target.widensRange { return try frame.reference() }
            if graphInput != format {
                graph = try makeGraph(for: format)
                graphInput = format
            }
            let output = try Frame()
            switch graph {
            case .some(let graph):
                try graph.send(frame)
                guard try graph.receive(into: output) == .produced else {
                    throw ExportError(.fault, "the frame converter gave nothing")
                }
            case .none:
                break
            }
            return output
        }

        private func makeGraph(for format: InputFormat) throws -> FilterGraph {
            let target = converter.target
            guard let pixelFormat = format.pixelFormat else {
                throw ExportError(.unsupported, "a frame of an unknown format")
            }
            // Where full range stays full, both sides must be told: the scaler takes unlabelled frames for limited.
            let range =
                target.colour.range == "pc" ? (target.widensRange ? ":out_range=pc" : ":in_range=pc:out_range=pc") : ""
            let turns = [90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock,"]
            let turn = turns[format.turn] ?? ""
            let (width, height) =
                format.turn % 180 == 0 ? (format.width, format.height) : (format.height, format.width)
            let (right, bottom) = (target.width - width, target.height - height)
            // One row or column more is a copy of the last one. For any other size the frame is scaled, with black bars where
            // the shape differs.
            let isPadded = (0...3).contains(right) && (0...3).contains(bottom)
            let resize =
                isPadded
                ? "format=\(target.pixelFormat.name),pad=\(target.width):\(target.height),"
                    + "fillborders=right=\(right):bottom=\(bottom):mode=smear"
                : "scale=\(target.width):\(target.height):force_original_aspect_ratio=decrease\(range),"
                    + "pad=\(target.width):\(target.height):(ow-iw)/2:(oh-ih)/2,setsar=1,"
                    + "format=\(target.pixelFormat.name)"
            let same = "scale=\(target.width):\(target.height)\(range),format=\(target.pixelFormat.name)"
            return try FilterGraph(
                turn + (right == 0 && bottom == 0 ? same : resize),
                input: .video(
                    width: format.width,
                    height: format.height,
                    pixelFormat: pixelFormat,
                    timeBase: converter.timeBase,
                    sampleAspectRatio: nil
                )
            )
        }
    }
}
