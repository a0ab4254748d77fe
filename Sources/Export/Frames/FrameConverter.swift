internal import FFmpeg

/// Converts decoded frames to the encoder's format, size and range. A frame that fits stays as it is.
struct FrameConverter: Sendable {
    let target: FrameTarget
    /// How frames are made where they are to look different; `nil` where they only become what the encoder takes.
    let recipe: FrameRecipe?
    /// The frames of each part of the track.
    let sources: [Source]
    let timeBase: TimeBase
    /// Whether frames consist of two fields, which are not to be mixed.
    let isInterlaced: Bool

    /// What is known of the frames of a part.
    struct Source: Sendable {
        /// Complete.
        let colour: ColourDescription
        /// How they are mirrored and turned, where there is no recipe, to lie as those of the first part.
        let turn: FrameOrientation
        /// The size that is said of its frames, in pixels, and width ÷ height of such a pixel.
        let width: Int
        let height: Int
        let pixelAspect: Double

        /// What a file says of a track.
        init(_ stream: StreamInfo, turn: FrameOrientation) {
            colour = stream.parameters.completeColour
            self.turn = turn
            (width, height) = (stream.parameters.width, stream.parameters.height)
            let aspect = stream.sampleAspectRatio.map { Double($0.numerator) / Double($0.denominator) } ?? 1
            pixelAspect = aspect.isFinite && aspect > 0 ? aspect : 1
        }
    }

    /// A running converter, which keeps a filter graph.
    func started() -> Running { Running(converter: self) }

    struct Running: ~Copyable {
        private let converter: FrameConverter
        private var shaper: FrameShaper?
        private var alpha: AlphaShaper?
        private var graph: FilterGraph?
        private var graphInput: InputFormat?
        /// A frame of the target's format, to make a black one of.
        private var last: Frame?

        private struct InputFormat: Equatable {
            var pixelFormat: PixelFormat?
            var width: Int
            var height: Int
            var turn = FrameOrientation.upright
            /// How much wider its pixels are than the output's.
            var stretch = 1.0
        }

        init(converter: FrameConverter) {
            self.converter = converter
            shaper = converter.recipe.map {
                FrameShaper(
                    $0,
                    converter.target,
                    from: converter.sources.map(\.colour),
                    timeBase: converter.timeBase,
                    isInterlaced: converter.isInterlaced
                )
            }
            if let recipe = converter.recipe, let format = converter.target.alphaFormat {
                alpha = AlphaShaper(
                    recipe,
                    converter.target,
                    format,
                    parts: converter.sources.count,
                    timeBase: converter.timeBase
                )
            }
        }

        /// The frame as the encoder takes it.
        ///
        /// - Parameters:
        ///   - frame: A decoded frame.
        ///   - part: The part of the track that it is from.
        ///   - view: What is seen of it, where the recipe has a zoom: shares of width and height.
        /// - Returns: A new frame, or the same samples.
        /// - Throws: ``ExportError``, and what filters and the scaler throw.
        mutating func convert(
            _ frame: borrowing Frame,
            ofPart part: Int,
            view: FrameRectangle?
        ) throws -> Frame {
            let converted =
                try shaper?.shape(frame, ofPart: part, view: view)
                ?? fitted(frame, from: converter.sources[part])
            last = try converted.reference()
            if let whole = try alpha?.adding(to: converted, of: frame, ofPart: part, view: view) { return whole }
            return converted
        }

        /// A black frame. It is made from the frame before it; there always is one.
        mutating func black() throws -> Frame {
            let black = try blackened()
            if let whole = try alpha?.opaque(black) { return whole }
            return black
        }

        private func blackened() throws -> Frame {
            let target = converter.target
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
                guard let output = try graph.apply(to: last) else {
                    throw ExportError(.fault, "no black frame could be made")
                }
                return output
            case .none:
                throw ExportError(.fault, "a pause before the first frame")
            }
        }

        private mutating func fitted(_ frame: borrowing Frame, from source: Source) throws -> Frame {
            let target = converter.target
            var format = InputFormat(
                pixelFormat: frame.pixelFormat,
                width: frame.width,
                height: frame.height,
                turn: source.turn
            )
            // Frames of the size that is said of the part have the pixels that are said of it.
            if frame.width != source.width || frame.height != source.height, let aspect = frame.pixelAspect {
                format.stretch = aspect / source.pixelAspect
            }
            let fits =
                format == InputFormat(pixelFormat: target.pixelFormat, width: target.width, height: target.height)
            if fits { return try frame.reference() }
            if graphInput != format {
                graph = try makeGraph(for: format)
                graphInput = format
            }
            let output =
                switch graph {
                case .some(let graph): try graph.apply(to: frame)
                case .none: nil as Frame?
                }
            guard let output else { throw ExportError(.fault, "the frame converter gave nothing") }
            return output
        }

        private func makeGraph(for format: InputFormat) throws -> FilterGraph {
            let target = converter.target
            guard let pixelFormat = format.pixelFormat else {
                throw ExportError(.unsupported, "a frame of an unknown format")
            }
            // Where full range stays full, both sides must be told: the scaler takes unlabelled frames for limited.
            let range = target.colour.range == "pc" ? ":in_range=pc:out_range=pc" : ""
            let turns = DisplayOrientation.filters(
                quarterTurns: format.turn.quarterTurns,
                isMirrored: format.turn.isMirrored
            )
            let turn = turns.map { "\($0)," }.joined()
            let (width, height) =
                format.turn.swapsSides ? (format.height, format.width) : (format.width, format.height)
            // Where a part's frames change their size, what they show keeps its shape.
            let stretch = format.turn.swapsSides ? 1 / format.stretch : format.stretch
            let scale = min(
                Double(target.width) / (Double(width) * stretch),
                Double(target.height) / Double(height)
            )
            let fittedWidth = min(target.width, max(1, Int((Double(width) * stretch * scale).rounded())))
            let fittedHeight = min(target.height, max(1, Int((Double(height) * scale).rounded())))
            let (right, bottom) = (target.width - width, target.height - height)
            // One row or column more is a copy of the last one. For any other size the frame is scaled, with black bars where
            // the shape differs.
            let isPadded = stretch == 1 && (0...3).contains(right) && (0...3).contains(bottom)
            let resize =
                isPadded
                ? "format=\(target.pixelFormat.name),pad=\(target.width):\(target.height),"
                    + "fillborders=right=\(right):bottom=\(bottom):mode=smear"
                : "scale=\(fittedWidth):\(fittedHeight)\(range),"
                    + "pad=\(target.width):\(target.height):(ow-iw)/2:(oh-ih)/2,setsar=1,"
                    + "format=\(target.pixelFormat.name)"
            let fields = converter.isInterlaced ? ":interl=1" : ""
            let same = "scale=\(target.width):\(target.height)\(range)\(fields),format=\(target.pixelFormat.name)"
            return try FilterGraph(
                turn + (right == 0 && bottom == 0 && stretch == 1 ? same : resize),
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

extension FrameConverter {
    /// A converter for the frames of a plan.
    init(_ plan: TrackPlan, _ target: FrameTarget, inputs: [MediaDescription], timeBase: TimeBase) {
        self.init(
            target: target,
            recipe: plan.recipe,
            sources: plan.parts.map { part in
                Source(
                    inputs[part.input].streams[part.source.index],
                    turn: plan.turn(of: part)
                )
            },
            timeBase: timeBase,
            isInterlaced: plan.fieldOrder != nil
        )
    }
}

extension TrackPlan {
    /// How a part's frames are mirrored and turned to lie as those of the first part, whose orientation is the output's.
    fileprivate func turn(of part: TrackPart) -> FrameOrientation {
        let own = part.source.video?.orientation ?? .upright
        return own.then((source.video?.orientation ?? .upright).inverse)
    }
}
