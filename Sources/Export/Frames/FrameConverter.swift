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
    }

    /// A running converter, which keeps a filter graph.
    func started() -> Running { Running(converter: self) }

    struct Running: ~Copyable {
        private let converter: FrameConverter
        private var shaper: FrameShaper?
        private var alpha: AlphaShaper?
        private var fitting: FrameFitting?

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
            if let whole = try alpha?.adding(to: converted, of: frame, ofPart: part, view: view) { return whole }
            return converted
        }

        /// A black frame, as the encoder takes it.
        mutating func black() throws -> Frame {
            let black = try FrameCanvas(converter.target).black()
            if let whole = try alpha?.opaque(black) { return whole }
            return black
        }

        private mutating func fitted(_ frame: borrowing Frame, from source: Source) throws -> Frame {
            let target = converter.target
            guard let pixelFormat = frame.pixelFormat else {
                throw ExportError(.unsupported, "a frame of an unknown format")
            }
            var format = FrameFitting.Format(
                pixelFormat: pixelFormat,
                width: frame.width,
                height: frame.height,
                turn: source.turn
            )
            // Frames of the size that is said of the part have the pixels that are said of it.
            if frame.width != source.width || frame.height != source.height, let aspect = frame.pixelAspect {
                format.stretch = aspect / source.pixelAspect
            }
            if format.fits(target) { return try frame.reference() }
            if !hasFitting(for: format) {
                fitting = try FrameFitting.make(
                    format,
                    target,
                    timeBase: converter.timeBase,
                    isInterlaced: converter.isInterlaced
                )
            }
            switch fitting {
            case .some(let fitting): return try fitting.fit(frame)
            case .none: throw ExportError(.fault, "frames without a fitting")
            }
        }

        private func hasFitting(for format: FrameFitting.Format) -> Bool {
            switch fitting {
            case .some(let fitting): fitting.format == format
            case .none: false
            }
        }
    }
}

extension FrameConverter.Source {
    /// What a file says of a track.
    init(_ stream: StreamInfo, turn: FrameOrientation) {
        let aspect = stream.sampleAspectRatio.map { Double($0.numerator) / Double($0.denominator) } ?? 1
        self.init(
            colour: stream.parameters.completeColour,
            turn: turn,
            width: stream.parameters.width,
            height: stream.parameters.height,
            pixelAspect: aspect.isFinite && aspect > 0 ? aspect : 1
        )
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
